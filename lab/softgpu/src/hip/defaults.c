// Defaults for functions of the tables without an implementation: not supported.
#include "error.h"

#include "hip_defaults.inc"
