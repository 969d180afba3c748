#include "text/names.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "text/text.h"

static char opening(char close) { return close == ')' ? '(' : close == '>' ? '<' : close == ']' ? '[' : 0; }

// Returns the index of the bracket that matches the one at `close`; `close` itself without one.
static size_t matching(const char* name, size_t close) {
    char open = opening(name[close]);
    size_t depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        depth += name[i] == name[close];
        depth -= name[i] == open;
        if (depth == 0) return i;
    }
    return close;
}

struct name_part truncate_name(const char* name) {
    size_t end = strlen(name);
    while (end > 0) {
        char last = name[end - 1];
        if (last == ' ') {
            end--;
        } else if (opening(last) != 0) {
            size_t open = matching(name, end - 1);
            if (open == end - 1) break; // not balanced: the name stays unchanged
            end = open;
        } else {
            break;
        }
    }
    size_t start = end;
    while (start > 0 && name[start - 1] != ' ' && name[start - 1] != ':') start--;
    if (start == end) return (struct name_part){name, strlen(name)};
    return (struct name_part){name + start, end - start};
}

static char* (*cxx_demangle)(const char* name, char* buffer, size_t* bytes, int* status);

// C programs have no C++ runtime; the first mangled name loads one, if the machine has it.
static void find_demangler(void) {
    void* library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) *(void**)&cxx_demangle = dlsym(library, "__cxa_demangle");
}

static char* demangled(const char* mangled) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (strncmp(mangled, "_Z", 2) != 0) return NULL;
    pthread_once(&once, find_demangler);
    int status = -1;
    char* name = cxx_demangle == NULL ? NULL : cxx_demangle(mangled, NULL, NULL, &status);
    if (status == 0) return name;
    free(name);
    return NULL;
}

void text_kernel_name(struct text* text, const char* mangled, bool short_form) {
    size_t length = strlen(mangled);
    char* plain = length > 3 && strcmp(mangled + length - 3, ".kd") == 0 ? strndup(mangled, length - 3) : NULL;
    char* readable = demangled(plain == NULL ? mangled : plain);
    const char* name = readable != NULL ? readable : plain != NULL ? plain : mangled;
    struct name_part part = short_form ? truncate_name(name) : (struct name_part){name, strlen(name)};
    text_add(text, part.start, part.length);
    free(readable);
    free(plain);
}
