// Every function of the tables that nothing else defines: not supported.
#include "runtime.h"

#include "hsa_defaults.inc"
