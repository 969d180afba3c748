// The functions that guard.c needs from the rest of the library, for its test.
#include "java/java_side.h"
#include "system/complain.h"

__thread rpj_side_t rpj_side;

void rpj_complain(const char* format, ...) { (void)format; }
