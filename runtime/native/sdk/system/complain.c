#include "system/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../standard_error.h"
#include "system/quiet.h"

void rpj_complain(const char* format, ...) {
    if (rpj_is_quiet()) return; // what is missing is counted
    char line[1024] = "rocprofiler: ";
    size_t used = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    va_end(arguments);
    used = strlen(line);
    line[used++] = '\n';
    rpj_say(line, used);
}
