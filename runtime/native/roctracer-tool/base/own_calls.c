#include "base/own_calls.h"

static __thread unsigned depth;

void own_calls_begin(void) { depth++; }

void own_calls_end(void) { depth--; }

bool own_calls(void) { return depth > 0; }
