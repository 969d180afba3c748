// hsa_traced without libroctracer64 among its libraries: it opens it.
#include "hsa_traced.c"
