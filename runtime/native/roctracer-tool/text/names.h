// Names of kernels.
#ifndef RT_TOOL_NAMES_H
#define RT_TOOL_NAMES_H

#include "text/text.h"

// The part of a C++ name without return type, arguments and scopes: `Foo<int, float>::foo(a[], int (int))`
// is `foo`.
struct name_part {
    const char* start;
    size_t length;
};

struct name_part truncate_name(const char* name);

// Appends a kernel's name as its author wrote it, with `short_form` only its last part; unchanged if it is not
// mangled, or without a C++ runtime.
void text_kernel_name(struct text* text, const char* mangled, bool short_form);

#endif
