#include "register_internal.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Both resolve when a library of the program defines them, both stay null in a program without a tool.
extern __attribute__((weak)) void* rocprofiler_configure(uint32_t, const char*, uint32_t, void*);
extern __attribute__((weak)) int rocprofiler_set_api_table(const char*, uint64_t, uint64_t, void**, uint64_t);

#define ENTRY_POINT "rocprofiler_set_api_table"

// The result of the search, kept once it is positive. A negative one is not kept: a tool may be loaded later, and
// repeating the search costs a few microseconds per runtime library.
static _Atomic(set_api_table_fn) known_entry;
// Our SDK's query about the calling thread, once found; null with AMD's. It is called where no symbol may be
// looked up.
static _Atomic(__typeof__(rocprofiler_java_may_register)*) known_may_register;
static _Atomic(__typeof__(rocprofiler_java_passed_through)*) known_passed_through;
// The SDK was needed and could not be loaded: reported once and not tried again.
static atomic_bool sdk_missing;

static set_api_table_fn find_entry(void);
static void* library_of(set_api_table_fn entry);
static void find_answers(set_api_table_fn entry);
static void* open_sdk(const char* requested);
static void* open_first(const char* const* names, int flags);
static void* open_beside_me(const char* const* names);
static void* open_in(const char* of_file, const char* name);
static void report_missing(const char* what, const char* why);
static set_api_table_fn report_locked(void);

set_api_table_fn tool_entry(void) {
    set_api_table_fn entry = atomic_load_explicit(&known_entry, memory_order_acquire);
    if (entry != NULL) return entry;
    if (atomic_load_explicit(&sdk_missing, memory_order_relaxed) || !has_tool()) return NULL;
    if (rpj_forked_in_registration()) { // another thread of the parent may be in the loader with it
        untold_calls();
        return NULL;
    }
    entry = loader_is_locked() ? report_locked() : find_entry();
    if (entry == NULL) return NULL;
    find_answers(entry);
    atomic_store_explicit(&known_entry, entry, memory_order_release);
    return entry;
}

REGISTER_EXPORT int rpj_may_register(int wait) {
    __typeof__(rocprofiler_java_may_register)* may_register =
        atomic_load_explicit(&known_may_register, memory_order_acquire);
    return may_register == NULL || may_register(wait);
}

REGISTER_EXPORT int rpj_passed_through(uint64_t calls, int lasting) {
    __typeof__(rocprofiler_java_passed_through)* passed_through =
        atomic_load_explicit(&known_passed_through, memory_order_acquire);
    return passed_through != NULL && passed_through(calls, lasting);
}

bool has_tool(void) {
    if (rocprofiler_configure != NULL || global_symbol("rocprofiler_configure") != NULL) return true;
    bool named = environment_text("ROCP_TOOL_LIBRARIES") != NULL
              || environment_text("ROCPROFILER_REGISTER_LIBRARY") != NULL
              || environment_text("ROCPROFILER_JAVA_TOOLS") != NULL;
    return environment_flag("ROCPROFILER_REGISTER_FORCE_LOAD", named);
}

static set_api_table_fn find_entry(void) {
    if (rocprofiler_set_api_table != NULL) return rocprofiler_set_api_table;
    set_api_table_fn entry = (set_api_table_fn)global_symbol(ENTRY_POINT);
    if (entry != NULL) return entry;
    const char* requested = environment_text("ROCPROFILER_REGISTER_LIBRARY");
    const char* shown = requested != NULL ? requested : "librocprofiler-sdk.so";
    void* sdk = open_sdk(requested);
    if (sdk == NULL) {
        report_missing(shown, "cannot be loaded");
        return NULL;
    }
    entry = (set_api_table_fn)dlsym(sdk, ENTRY_POINT);
    if (entry == NULL) report_missing(shown, "has no " ENTRY_POINT);
    return entry;
}

// Returns the library that contains the entry, which may be open for one other library only.
static void* library_of(set_api_table_fn entry) {
    Dl_info its;
    void* library = dladdr((const void*)entry, &its) != 0 ? dlopen(its.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return library != NULL ? library : RTLD_DEFAULT;
}

void* tool_function(const char* name) {
    set_api_table_fn entry = atomic_load_explicit(&known_entry, memory_order_acquire);
    if (entry == NULL || !look_up_begins()) return NULL;
    void* function = dlsym(library_of(entry), name);
    look_up_ends();
    return function;
}

bool tool_was_found(void) { return atomic_load_explicit(&known_entry, memory_order_acquire) != NULL; }

bool tool_is_ours(void) { return atomic_load_explicit(&known_may_register, memory_order_acquire) != NULL; }

static void find_answers(set_api_table_fn entry) {
    if (!look_up_begins()) return;
    void* library = library_of(entry);
    __typeof__(rocprofiler_java_may_register)* may_register = dlsym(library, "rocprofiler_java_may_register");
    __typeof__(rocprofiler_java_passed_through)* passed_through = dlsym(library, "rocprofiler_java_passed_through");
    __typeof__(rocprofiler_java_share_gate)* share_gate = dlsym(library, "rocprofiler_java_share_gate");
    look_up_ends();
    if (share_gate != NULL) share_gate(fork_gate(), sizeof *fork_gate());
    atomic_store_explicit(&known_may_register, may_register, memory_order_release);
    atomic_store_explicit(&known_passed_through, passed_through, memory_order_release);
}

// Returns the SDK's handle, which is never closed, or NULL. A copy already in the process takes precedence.
static void* open_sdk(const char* requested) {
    static const char* const defaults[] = {"librocprofiler-sdk.so", "librocprofiler-sdk.so.1", NULL};
    const char* const only[] = {requested, NULL};
    const char* const* names = requested != NULL ? only : defaults;
    void* sdk = open_first(names, RTLD_LAZY | RTLD_NOLOAD);
    if (sdk == NULL) sdk = open_first(names, RTLD_LAZY | RTLD_GLOBAL);
    if (sdk == NULL) sdk = open_beside_me(names);
    const char* slash = requested != NULL ? strrchr(requested, '/') : NULL;
    if (sdk == NULL && slash != NULL) sdk = dlopen(slash + 1, RTLD_LAZY | RTLD_GLOBAL);
    return sdk;
}

static void* open_first(const char* const* names, int flags) {
    for (; *names != NULL; names++) {
        void* library = dlopen(*names, flags);
        if (library != NULL) return library;
    }
    return NULL;
}

// Searches the folder of this library: first where the loader found it, then the target of that link.
static void* open_beside_me(const char* const* names) {
    Dl_info me;
    if (dladdr((const void*)&tool_entry, &me) == 0 || me.dli_fname == NULL) return NULL;
    char* file = realpath(me.dli_fname, NULL);
    void* sdk = NULL;
    for (; sdk == NULL && *names != NULL; names++) {
        sdk = open_in(me.dli_fname, *names);
        if (sdk == NULL && file != NULL) sdk = open_in(file, *names);
    }
    free(file);
    return sdk;
}

// Opens the file called like the last part of `name` in the folder of `of_file`.
static void* open_in(const char* of_file, const char* name) {
    const char* end = strrchr(of_file, '/');
    const char* slash = strrchr(name, '/');
    const char* base = slash != NULL ? slash + 1 : name;
    char path[PATH_MAX];
    if (end == NULL || snprintf(path, sizeof path, "%.*s/%s", (int)(end - of_file), of_file, base) >= PATH_MAX) {
        return NULL;
    }
    return dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
}

static void report_missing(const char* what, const char* why) {
    if (atomic_exchange(&sdk_missing, true)) return;
    complain("a profiling tool is present but %s %s; the program runs unprofiled. "
             "Set ROCPROFILER_REGISTER_LIBRARY to the path of librocprofiler-sdk.so.1",
             what, why);
}

static set_api_table_fn report_locked(void) {
    if (!atomic_exchange(&sdk_missing, true))
        complain(
            "a profiling tool is present, but this process was forked while another thread was in the loader, which "
            "can load nothing here; the process runs unprofiled");
    return NULL;
}
