// Every function of the tables that nothing else defines: not supported.
#include "error.h"

#include "hip_defaults.inc"
