// Defaults for functions of the tables without an implementation: not supported.
#include "hsa.h"

#include "hsa_defaults.inc"
