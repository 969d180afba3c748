// Every function of the tables that nothing else defines: not supported.
#include "runtime.h"

#include "hip_defaults.inc"
