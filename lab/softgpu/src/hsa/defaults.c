// Every function of the tables that nothing else defines: not supported.
#include "hsa.h"

#include "hsa_defaults.inc"
