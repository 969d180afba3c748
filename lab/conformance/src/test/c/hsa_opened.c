// hsa_traced without libroctracer64 among its dependencies: it opens the library.
#include "hsa_traced.c"
