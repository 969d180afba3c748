#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../standard_error.h"
#include "common.h"

static void say(const char* what, const char* format, va_list arguments) {
    char line[1024];
    int error = errno;
    int length = snprintf(line, sizeof line, "ROCtracer %s: ", what);
    vsnprintf(line + length, sizeof line - (size_t) length - 1, format, arguments);
    strcat(line, "\n");
    fflush(stderr); // what is said there meanwhile comes first
    rpj_say(line, strlen(line));
    errno = error;
}

void rt_tool_warn(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("warning", format, arguments);
    va_end(arguments);
}

void rt_tool_give_up(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("error", format, arguments);
    va_end(arguments);
    exit(EXIT_FAILURE);
}

bool rt_tool_number(const char* text, uint64_t* number) {
    char* end;
    int base = text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10;
    if (text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *number = strtoull(text, &end, base);
    return errno == 0 && *end == 0;
}

uint64_t rt_tool_now(void) {
    roctracer_timestamp_t time = 0;
    struct timespec boot;
    if (roctracer_get_timestamp(&time) == ROCTRACER_STATUS_SUCCESS && time != 0) return time;
    clock_gettime(CLOCK_BOOTTIME, &boot);
    return (uint64_t) boot.tv_sec * 1000000000 + (uint64_t) boot.tv_nsec;
}
