// Where an exception of a tool ends (guard.S has the calls). It is caught as C++ would catch it, so that the thread's
// exception state is as if nothing had been thrown.
#include <dlfcn.h>
#include <stdatomic.h>
#include <unwind.h>

#include "java_side.h"

extern const char rpj_guarded_invoke_landing[] __attribute__((visibility("hidden")));
extern const char rpj_guarded_invoke_many_landing[] __attribute__((visibility("hidden")));
extern const char rpj_guarded_callback_landing[] __attribute__((visibility("hidden")));

// Where the function goes on whose text begins at `start`.
static const char* landing_of(uintptr_t start) {
    if (start == (uintptr_t)rpj_guarded_invoke) return rpj_guarded_invoke_landing;
    if (start == (uintptr_t)rpj_guarded_invoke_many) return rpj_guarded_invoke_many_landing;
    return rpj_guarded_callback_landing;
}

// Called by the unwinder: says that the exception is caught here, then where to go on. Any thread.
_Unwind_Reason_Code rpj_guard_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                          struct _Unwind_Exception* exception, struct _Unwind_Context* context);

// Called at the landing pads; NULL where it is no exception but the thread's end. Any thread.
void rpj_guard_caught(struct _Unwind_Exception* exception);

_Unwind_Reason_Code rpj_guard_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                          struct _Unwind_Exception* exception, struct _Unwind_Context* context) {
    (void)version, (void)class;
    // pthread_exit and cancellation unwind too. They go on, unless Java frames lie below: then the thread ends when it is out
    // of Java (rpj_visit_end), or not at all if it is one of the JVM's.
    uintptr_t start = _Unwind_GetRegionStart(context);
    if (actions & _UA_FORCE_UNWIND) {
        if (!rpj_side.java_below && start != (uintptr_t)rpj_guarded_invoke_many) return _URC_CONTINUE_UNWIND;
        rpj_side.ending = rpj_side.attached;
        rpj_side.stopped = true;
        exception = NULL;
        actions |= _UA_HANDLER_FRAME;
    }
    if (actions & _UA_SEARCH_PHASE) return _URC_HANDLER_FOUND;
    if (!(actions & _UA_HANDLER_FRAME)) return _URC_CONTINUE_UNWIND;
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)exception);
    _Unwind_SetIP(context, (uintptr_t)landing_of(start));
    return _URC_INSTALL_CONTEXT;
}

// The functions of the C++ library that threw: a process may have several, and ours is none of them.
static void* of_thrower(struct _Unwind_Exception* exception, const char* name) {
    Dl_info info;
    if (!exception->exception_cleanup) return NULL;
    if (!dladdr((void*)(uintptr_t)exception->exception_cleanup, &info)) return NULL;
    void* library = dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
    if (!library) return NULL;
    void* function = dlsym(library, name);
    dlclose(library);
    return function;
}

// Such a thread goes on: its buffers have no other.
static void complain_of_end(void) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&said)) return;
    rpj_complain("a callback of a tool called pthread_exit on a thread of the profiler; it was stopped there");
}

void rpj_guard_caught(struct _Unwind_Exception* exception) {
    if (!exception) {
        if (!rpj_side.ending) complain_of_end();
        return;
    }
    void (*begin)(void*) = (void (*)(void*))of_thrower(exception, "__cxa_begin_catch");
    void (*end)(void) = (void (*)(void))of_thrower(exception, "__cxa_end_catch");
    if (begin && end) {
        begin(exception);
        end();
    } else {
        _Unwind_DeleteException(exception);
    }
}
