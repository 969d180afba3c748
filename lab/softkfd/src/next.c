#define _GNU_SOURCE
#include "next.h"

#define DEFINE(function) _Atomic(void*) sk_next_##function;
SK_NEXT_FUNCTIONS(DEFINE)

__attribute__((constructor(101))) static void look_up_all(void) {
#define LOOK_UP(function) sk_next_found(&sk_next_##function, #function);
    SK_NEXT_FUNCTIONS(LOOK_UP)
}
