#include "../environment.h"
#include "../standard_error.h"
#include "register_internal.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char* environment_text(const char* name) {
    const char* value = rpj_environment(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

bool environment_flag(const char* name, bool otherwise) {
    static const char* const negatives[] = {"off", "false", "no", "n", "f"};
    const char* value = environment_text(name);
    if (value == NULL) return otherwise;
    if (value[strspn(value, "0123456789")] == '\0') return value[strspn(value, "0")] != '\0';
    for (size_t i = 0; i < sizeof negatives / sizeof *negatives; i++) {
        if (strcasecmp(value, negatives[i]) == 0) return false;
    }
    return true;
}

void complain(const char* format, ...) {
    int error = errno;
    char line[1024];
    int prefix = snprintf(line, sizeof line, "rocprofiler-register: ");
    va_list arguments;
    va_start(arguments, format);
    int length = prefix + vsnprintf(line + prefix, sizeof line - (size_t)prefix - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
    line[length] = '\n';
    rpj_say(line, (size_t)length + 1);
    errno = error;
}
