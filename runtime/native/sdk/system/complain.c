#include "system/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../standard_error.h"
#include "system/quiet.h"

static void say(const char* who, const char* format, va_list arguments) {
    if (rpj_is_quiet()) return; // what is missing is counted
    char line[4096 + 256];
    size_t used = strlen(who);
    memcpy(line, who, used);
    vsnprintf(line + used, sizeof line - used - 1, format, arguments);
    used = strlen(line);
    for (size_t i = 0; i < used; i++) // paths and names may have what a terminal would interpret
        if ((unsigned char)line[i] < ' ' || line[i] == 127) line[i] = '?';
    line[used++] = '\n';
    rpj_say(line, used);
}

void rpj_complain(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("rocprofiler: ", format, arguments);
    va_end(arguments);
}

void rpj_complain_as_command(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("rocprofv3: ", format, arguments);
    va_end(arguments);
}
