/// What the tracer tool, its file plugin and hip_stats have in common.
#ifndef RT_TOOL_COMMON_H
#define RT_TOOL_COMMON_H

#include <roctracer/roctracer.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RT_EXPORT __attribute__((visibility("default")))
#define RT_PRINTF(text, first) __attribute__((format(printf, text, first)))

// --- messages.c ----------------------------------------------------------------------------------------------------

/// "ROCtracer warning: <text>" on stderr. Any thread.
RT_PRINTF(1, 2) void rt_tool_warn(const char* format, ...);

/// "ROCtracer error: <text>" on stderr; then the process ends with 1: what was asked for cannot be had. Before tracing.
RT_PRINTF(1, 2) __attribute__((noreturn)) void rt_tool_give_up(const char* format, ...);

/// A number and nothing else, decimal or with 0x. @return false if it is none
bool rt_tool_number(const char* text, uint64_t* number);

/// Nanoseconds of roctracer's clock, which is HSA's; before there is an HSA runtime, of the clock that HSA's is. Any thread.
uint64_t rt_tool_now(void);

// --- loaded.c ------------------------------------------------------------------------------------------------------

/// A function of a library that this process has loaded, also where its names are hidden from others. Never loads it.
/// `library` is how its file name begins. @return NULL if it is not there. Any thread, not below a lock of the loader's.
void* rt_tool_function(const char* library, const char* name);

/// Whether LD_PRELOAD names the library with this function in it: then no runtime has to load it, or may never do so.
bool rt_tool_preloaded(const void* function);

/// Path of a file in the folder of the library with this function in it. @return false when it is too long
bool rt_tool_beside(const void* function, const char* file, char* path, size_t bytes);

// --- text.c --------------------------------------------------------------------------------------------------------

/// Text that grows. Without memory it stops growing, and says so.
struct text {
    char* bytes; ///< not terminated; NULL at first
    size_t length, capacity;
    bool failed;
};

void text_add(struct text* text, const char* bytes, size_t count);
void text_string(struct text* text, const char* string);
RT_PRINTF(2, 3) void text_format(struct text* text, const char* format, ...);
/// Terminated, for as long as nothing is added.
const char* text_terminated(struct text* text);
void text_free(struct text* text);

// --- names.c -------------------------------------------------------------------------------------------------------

/// Of a C++ name that has no return type, arguments or scopes any more: `Foo<int, float>::foo(a[], int (int))` is `foo`.
struct name_part {
    const char* start;
    size_t length;
};

struct name_part truncate_name(const char* name);

/// A kernel's name as its author wrote it, with `short_form` its last part alone. Appends the name as it is if it is not
/// mangled, or if there is no C++ runtime to ask.
void text_kernel_name(struct text* text, const char* mangled, bool short_form);

// --- output.c ------------------------------------------------------------------------------------------------------

/// A file in ROCP_OUTPUT_DIR, which is made when the first bytes are written, or standard output without such a folder.
/// One thread at a time.
struct output {
    const char* name;
    bool process; ///< the name begins with the process id
    int file;     ///< -1: not open
    bool failed;
    size_t used;
    char* buffer;
};

#define OUTPUT(file_name, with_process) {.name = file_name, .process = with_process, .file = -1}

void output_write(struct output* output, const char* bytes, size_t count);
/// What is in the buffer is in the file afterwards.
void output_flush(struct output* output);
void output_close(struct output* output);
/// In a forked child: what the parent has not written yet is the parent's, and the child has a file of its own.
void output_forked(struct output* output);

#endif
