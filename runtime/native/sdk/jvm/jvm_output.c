// libjvm's output and exits that the hooks of the invocation API do not cover: before it has read its options, and
// where it writes to a descriptor itself. None of it reaches the program's output.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../safe_write.h"
#include "jvm/jvm.h"
#include "stacks/rescue.h"
#include "system/imports.h"

static void (*says)(const char* format, va_list arguments);

static bool is_output(const FILE* file) { return file == stdout || file == stderr; }

static int tell(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    says(format, arguments);
    va_end(arguments);
    return 1;
}

static int print_all(FILE* file, const char* format, va_list arguments) {
    if (!is_output(file)) return vfprintf(file, format, arguments);
    says(format, arguments);
    return 1;
}

static int print_to(FILE* file, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = print_all(file, format, arguments);
    va_end(arguments);
    return result;
}

static int print(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    says(format, arguments);
    va_end(arguments);
    return 1;
}

static int put_text(const char* text, FILE* file) { return is_output(file) ? tell("%s", text) : fputs(text, file); }

static int put_line(const char* text) { return tell("%s\n", text); }

static int put_character(int c, FILE* file) { return is_output(file) ? (tell("%c", c), c) : fputc(c, file); }

static int put_own_character(int c) { return tell("%c", c), c; }

static size_t put_items(const void* items, size_t size, size_t count, FILE* file) {
    if (!is_output(file)) return fwrite(items, size, count, file);
    tell("%.*s", (int)(size * count), (const char*)items);
    return count;
}

static ssize_t put_bytes(int file, const void* bytes, size_t size) {
    if (file != STDOUT_FILENO && file != STDERR_FILENO) return rpj_safe_write(file, bytes, size);
    tell("%.*s", (int)size, (const char*)bytes);
    return (ssize_t)size;
}

static void end(int status) {
    rpj_leave_creation();
    exit(status);
}

static void end_at_once(int status) {
    rpj_leave_creation();
    _exit(status);
}

static void give_up(void) {
    rpj_leave_creation();
    rpj_jvm_gave_up();
}

void rpj_jvm_says_to(void* libjvm, void (*to)(const char* format, va_list arguments)) {
    static const struct {
        const char* name;
        void* function;
    } own[] = {
        {"vfprintf", (void*)print_all},
        {"fprintf", (void*)print_to},
        {"printf", (void*)print},
        {"fputs", (void*)put_text},
        {"puts", (void*)put_line},
        {"fputc", (void*)put_character},
        {"putchar", (void*)put_own_character},
        {"fwrite", (void*)put_items},
        {"write", (void*)put_bytes},
        {"exit", (void*)end},
        {"_exit", (void*)end_at_once},
        {"abort", (void*)give_up},
    };
    says = to;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) rpj_replace_import(libjvm, own[i].name, own[i].function);
}
