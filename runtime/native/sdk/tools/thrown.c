// Type and what() of exceptions, by the Itanium C++ ABI, which libstdc++ and libc++abi share. A callback may throw a
// million times a second, so that the last few are kept in a ring without any allocation of ours.
#include "tools/thrown.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include "system/complain.h"
#include "system/this_library.h"

enum { KEPT = 16, LONGEST = 512, LONGEST_WHAT = 256 };

static struct {
    uint64_t tid;
    char text[LONGEST];
} last[KEPT];
static uint64_t count;

void* rpj_of_thrower(struct _Unwind_Exception* exception, const char* name) {
    Dl_info info;
    if (exception->exception_cleanup == NULL) return NULL;
    if (!dladdr((void*)(uintptr_t)exception->exception_cleanup, &info)) return NULL;
    void* library = dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
    if (library == NULL) return NULL;
    void* found = dlsym(library, name);
    dlclose(library);
    return found;
}

// Any std::type_info: its table of functions, of which the fifth tells whether a handler of this type catches an
// object (`__do_catch` in libstdc++'s typeinfo, `can_catch` in libc++abi's private_typeinfo.h), and its name.
typedef struct {
    bool (**functions)(const void* handler, const void* thrown, void** object, unsigned outer);
    const char* name;
} type_info;

// As std::exception: two destructors, and what().
typedef struct {
    const char* (**functions)(const void* exception);
} std_exception;

enum { CATCHES = 4, WHAT = 2 };

// Returns what() of an exception that derives from std::exception, else NULL. One that std::rethrow_exception threw
// again is elsewhere, in a place that each library chooses.
static const char* what(struct _Unwind_Exception* exception, const type_info* type) {
    const type_info* handler = rpj_of_thrower(exception, "_ZTISt9exception");
    bool again = exception->exception_class & 1;
    void* object = exception + 1;
    if (handler == NULL || again || !handler->functions[CATCHES](handler, type, &object, 1)) return NULL;
    const std_exception* caught = object;
    return caught->functions[WHAT](caught);
}

static void describe(struct _Unwind_Exception* exception, char* text) {
    const type_info* (*current)(void) =
        (const type_info* (*)(void))rpj_of_thrower(exception, "__cxa_current_exception_type");
    char* (*demangle)(const char*, char*, size_t*, int*) =
        (char* (*)(const char*, char*, size_t*, int*))rpj_of_thrower(exception, "__cxa_demangle");
    const type_info* type = current != NULL ? current() : NULL;
    if (type == NULL) return;
    const char* mangled = type->name + (*type->name == '*');
    char* name = demangle != NULL ? demangle(mangled, NULL, NULL, NULL) : NULL;
    const char* said = what(exception, type);
    int used = snprintf(text, LONGEST, ": %.*s", LONGEST_WHAT / 2, name != NULL ? name : mangled);
    if (said != NULL) snprintf(text + used, LONGEST - (size_t)used, ": %.*s", LONGEST_WHAT, said);
    for (char* at = text; *at; at++)
        if (*at == '\n' || *at == '\r') *at = ' ';
    free(name);
}

static uint64_t this_thread(void) { return (uint64_t)syscall(SYS_gettid); }

void rpj_note_thrown(struct _Unwind_Exception* exception) {
    char text[LONGEST] = "";
    describe(exception, text);
    uint64_t place = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED) % KEPT;
    __atomic_store_n(&last[place].tid, 0, __ATOMIC_RELEASE);
    memcpy(last[place].text, text, sizeof text);
    __atomic_store_n(&last[place].tid, this_thread(), __ATOMIC_RELEASE);
}

static const char* text_of(uint64_t tid) {
    uint64_t newest = __atomic_load_n(&count, __ATOMIC_ACQUIRE) + KEPT;
    for (uint64_t i = 1; i <= KEPT; i++)
        if (__atomic_load_n(&last[(newest - i) % KEPT].tid, __ATOMIC_ACQUIRE) == tid)
            return last[(newest - i) % KEPT].text;
    return NULL;
}

const char* rpj_thrown(const void* function) {
    Dl_info info = {0};
    char* text = (char*)text_of(this_thread());
    if (text == NULL) return "";
    size_t used = strlen(text);
    bool of_tool = !rpj_is_in_this_library((uint64_t)function) && dladdr(function, &info) && info.dli_fname != NULL;
    if (of_tool && strstr(text, " (in ") == NULL) snprintf(text + used, LONGEST - used, " (in %s)", info.dli_fname);
    return text;
}

void rpj_callback_threw(const void* function) {
    static bool said;
    if (__atomic_test_and_set(&said, __ATOMIC_SEQ_CST)) return;
    rpj_complain("a callback of a tool threw a C++ exception%s; it was stopped there", rpj_thrown(function));
}

void rpj_say_thrown(void) {
    static uint64_t told;
    uint64_t all = __atomic_load_n(&count, __ATOMIC_RELAXED);
    if (all > 1 && __atomic_exchange_n(&told, all, __ATOMIC_RELAXED) != all)
        rpj_complain("%lu calls of tools' functions ended in C++ exceptions", (unsigned long)all);
}
