#include "base/messages.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../standard_error.h"

static void say(const char* what, const char* format, va_list arguments) {
    char line[4608]; // a path is 4096
    int error = errno;
    int length = snprintf(line, sizeof line, "ROCtracer%s: ", what);
    vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    strcat(line, "\n");
    fflush(stderr); // writes earlier messages first
    rpj_say(line, strlen(line));
    errno = error;
}

void rt_tool_warn(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(" warning", format, arguments);
    va_end(arguments);
}

void rt_tool_note(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
}

void rt_tool_give_up(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(" error", format, arguments);
    va_end(arguments);
    exit(EXIT_FAILURE);
}
