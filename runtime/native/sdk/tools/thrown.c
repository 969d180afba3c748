// Type and what() of exceptions, by the Itanium C++ ABI, which libstdc++ and libc++abi share. A callback may throw a
// million times a second, so that the last few are kept in a ring without any allocation of ours.
#include "tools/thrown.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include "system/complain.h"
#include "system/imports.h"
#include "system/this_library.h"

enum { KEPT = 16, LONGEST = RPJ_THROWN_BYTES, LONGEST_WHAT = 256 };

// A place is somebody's only while its thread is USED.
#define USED UINT64_MAX
static struct {
    uint64_t tid;
    char text[LONGEST];
} last[KEPT];
static uint64_t count;

// The loader is only asked whose address it is: opening and closing a library, even one that stays, may run code of
// others.
void* rpj_of_thrower(struct _Unwind_Exception* exception, const char* name) {
    const void* cleanup = (const void*)(uintptr_t)exception->exception_cleanup;
    struct link_map* library = NULL;
    rpj_symbols table;
    Dl_info info;
    if (cleanup == NULL || !dladdr1(cleanup, &info, (void**)&library, RTLD_DL_LINKMAP)) return NULL;
    return library != NULL && rpj_open_symbols(&table, library) ? rpj_look_up(&table, name) : NULL;
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

enum { CATCHES = 4, WHAT = 2, NESTED_MOST = 3 };

// std::nested_exception: its functions, and the exception that it nests, by a std::exception_ptr.
typedef struct {
    const void* functions;
    void* inner;
} nested_exception;

// What the library that threw says of the exceptions that it knows.
typedef struct {
    const type_info *any, *nesting;            // std::exception, std::nested_exception
    const type_info* (*type_of)(void** inner); // of an exception that a std::exception_ptr refers to: libstdc++'s
    char* (*demangle)(const char* name, char* buffer, size_t* length, int* status);
} thrower;

static thrower thrower_of(struct _Unwind_Exception* exception) {
    return (thrower){
        .any = rpj_of_thrower(exception, "_ZTISt9exception"),
        .nesting = rpj_of_thrower(exception, "_ZTISt16nested_exception"),
        .type_of = (const type_info* (*)(void**))rpj_of_thrower(
            exception, "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv"),
        .demangle = (char* (*)(const char*, char*, size_t*, int*))rpj_of_thrower(exception, "__cxa_demangle"),
    };
}

// Returns the part of an object that is of the handler's type, wherever it lies in it, or NULL.
static const void* part(const type_info* handler, const type_info* type, void* object) {
    return handler != NULL && object != NULL && handler->functions[CATCHES](handler, type, &object, 1) ? object : NULL;
}

static size_t add(char* text, size_t used, const char* before, const char* said, int longest) {
    int more = snprintf(text + used, LONGEST - used, "%s%.*s", before, longest, said);
    return used + (size_t)more < LONGEST ? used + (size_t)more : LONGEST - 1;
}

static size_t add_one(const thrower* its, const type_info* type, void* object, char* text, size_t used) {
    const char* mangled = type->name + (*type->name == '*');
    char* name = its->demangle != NULL ? its->demangle(mangled, NULL, NULL, NULL) : NULL;
    const std_exception* caught = part(its->any, type, object);
    used = add(text, used, ": ", name != NULL ? name : mangled, LONGEST_WHAT / 2);
    if (caught != NULL) used = add(text, used, ": ", caught->functions[WHAT](caught), LONGEST_WHAT);
    free(name);
    return used;
}

static void add_all(const thrower* its, const type_info* type, void* object, char* text) {
    size_t used = 0;
    for (int depth = 0; type != NULL; depth++) {
        used = add_one(its, type, object, text, used);
        const nested_exception* nesting = depth < NESTED_MOST ? part(its->nesting, type, object) : NULL;
        void* inner = nesting != NULL ? nesting->inner : NULL;
        type = inner != NULL && its->type_of != NULL ? its->type_of(&inner) : NULL;
        object = inner;
        if (type != NULL) used = add(text, used, "; it nests", "", 0);
    }
}

// One that std::rethrow_exception threw again is elsewhere, in a place that each library chooses: a std::exception_ptr
// knows it, which is one pointer to the object, returned in memory, and keeps it until it is destroyed.
static void describe(struct _Unwind_Exception* exception, char* text) {
    const type_info* (*type)(void) =
        (const type_info* (*)(void))rpj_of_thrower(exception, "__cxa_current_exception_type");
    void* (*current)(void**) = (void* (*)(void**))rpj_of_thrower(exception, "_ZSt17current_exceptionv");
    void (*release)(void**) = (void (*)(void**))rpj_of_thrower(exception, "_ZNSt15__exception_ptr13exception_ptrD1Ev");
    if (release == NULL) release = (void (*)(void**))rpj_of_thrower(exception, "_ZNSt13exception_ptrD1Ev");
    const thrower its = thrower_of(exception);
    const bool again = exception->exception_class & 1, known = current != NULL && release != NULL;
    void* pointer = NULL;
    if (type == NULL || type() == NULL) return;
    if (known) current(&pointer);
    add_all(&its, type(), pointer != NULL || again ? pointer : exception + 1, text);
    if (known) release(&pointer);
    for (char* at = text; *at; at++)
        if (*at == '\n' || *at == '\r') *at = ' ';
}

static uint64_t this_thread(void) { return (uint64_t)syscall(SYS_gettid); }

// Where all places are used at once, the text is not kept.
void rpj_note_thrown(struct _Unwind_Exception* exception) {
    char text[LONGEST] = "";
    describe(exception, text);
    const uint64_t first = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    for (uint64_t i = 0; i < KEPT; i++) {
        const uint64_t place = (first + i) % KEPT;
        if (__atomic_exchange_n(&last[place].tid, USED, __ATOMIC_ACQUIRE) == USED) continue;
        memcpy(last[place].text, text, sizeof text);
        __atomic_store_n(&last[place].tid, this_thread(), __ATOMIC_RELEASE);
        return;
    }
}

// Copies the newest text of a thread; leaves an empty one where none is kept any more.
static void copy_text(uint64_t tid, char* text) {
    const uint64_t newest = __atomic_load_n(&count, __ATOMIC_ACQUIRE) + KEPT;
    for (uint64_t i = 1; i <= KEPT; i++) {
        const uint64_t place = (newest - i) % KEPT;
        uint64_t seen = tid;
        if (!__atomic_compare_exchange_n(&last[place].tid, &seen, USED, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            continue;
        memcpy(text, last[place].text, LONGEST);
        __atomic_store_n(&last[place].tid, tid, __ATOMIC_RELEASE);
        return;
    }
    *text = '\0';
}

const char* rpj_thrown(const void* function, char* text) {
    Dl_info info = {0};
    copy_text(this_thread(), text);
    const size_t used = strlen(text);
    bool of_tool = !rpj_is_in_this_library((uint64_t)function) && dladdr(function, &info) && info.dli_fname != NULL;
    if (used && of_tool) snprintf(text + used, LONGEST - used, " (in %s)", info.dli_fname);
    return text;
}

char* rpj_thrown_copy(const void* function) {
    char text[RPJ_THROWN_BYTES];
    return strdup(rpj_thrown(function, text));
}

void rpj_callback_threw(const void* function) {
    static bool said;
    char text[RPJ_THROWN_BYTES];
    if (__atomic_test_and_set(&said, __ATOMIC_SEQ_CST)) return;
    rpj_complain("a callback of a tool threw a C++ exception%s; it was stopped there", rpj_thrown(function, text));
}

void rpj_say_thrown(void) {
    static uint64_t told;
    uint64_t all = __atomic_load_n(&count, __ATOMIC_RELAXED);
    if (all > 1 && __atomic_exchange_n(&told, all, __ATOMIC_RELAXED) != all)
        rpj_complain("%lu calls of tools' functions ended in C++ exceptions", (unsigned long)all);
}
