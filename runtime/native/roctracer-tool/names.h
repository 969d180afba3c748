// Names of kernels.
#ifndef RT_TOOL_NAMES_H
#define RT_TOOL_NAMES_H

#include "text.h"

// Of a C++ name that has no return type, arguments or scopes any more: `Foo<int, float>::foo(a[], int (int))`
// is `foo`.
struct name_part {
    const char* start;
    size_t length;
};

struct name_part truncate_name(const char* name);

// A kernel's name as its author wrote it, with `short_form` its last part alone. Appends the name as it is if it is
// not mangled, or if there is no C++ runtime to ask.
void text_kernel_name(struct text* text, const char* mangled, bool short_form);

#endif
