// Catches exceptions of tools (guard.S has the calls). It catches them as C++ does, so that the thread's exception
// state is as if nothing had been thrown.
#include <unwind.h>

#include "java/java_side.h"
#include "system/complain.h"
#include "tools/thrown.h"

// The data of each function in guard.S.
typedef struct {
    int32_t landing;   // where the function continues, relative to this field
    int32_t stops_all; // also the end of the thread
} landing_pad;

// Called by the unwinder: first reports that the exception is caught here, then where to continue. Any thread.
_Unwind_Reason_Code rpj_guard_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                          struct _Unwind_Exception* exception, struct _Unwind_Context* context);

// Called at the landing pads; NULL if it is not an exception but the thread's end. Any thread.
void rpj_guard_caught(struct _Unwind_Exception* exception);

_Unwind_Reason_Code rpj_guard_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                          struct _Unwind_Exception* exception, struct _Unwind_Context* context) {
    (void)version, (void)class;
    // pthread_exit and cancellation unwind, too. They continue, unless Java frames lie below: then the thread ends
    // after it has left Java (rpj_visit_end), or not at all if it is one of the JVM's.
    const landing_pad* pad = _Unwind_GetLanguageSpecificData(context);
    if (actions & _UA_FORCE_UNWIND) {
        if (!rpj_side.java_below && !pad->stops_all) return _URC_CONTINUE_UNWIND;
        rpj_side.ending = rpj_side.attached;
        rpj_side.stopped = true;
        exception = NULL;
        actions |= _UA_HANDLER_FRAME;
    }
    if (actions & _UA_SEARCH_PHASE) return _URC_HANDLER_FOUND;
    if (!(actions & _UA_HANDLER_FRAME)) return _URC_CONTINUE_UNWIND;
    _Unwind_SetGR(context, __builtin_eh_return_data_regno(0), (uintptr_t)exception);
    _Unwind_SetIP(context, (uintptr_t)pad + (uintptr_t)(intptr_t)pad->landing);
    return _URC_INSTALL_CONTEXT;
}

// Reports that such a thread continues, because no other one delivers its buffers.
static void complain_of_end(void) {
    static bool said;
    if (__atomic_exchange_n(&said, true, __ATOMIC_SEQ_CST)) return;
    rpj_complain("a callback of a tool called pthread_exit on a thread of the profiler; it was stopped there");
}

void rpj_guard_caught(struct _Unwind_Exception* exception) {
    if (exception == NULL) {
        if (!rpj_side.ending) complain_of_end();
        return;
    }
    void (*begin)(void*) = (void (*)(void*))rpj_of_thrower(exception, "__cxa_begin_catch");
    void (*end)(void) = (void (*)(void))rpj_of_thrower(exception, "__cxa_end_catch");
    if (begin != NULL && end != NULL) {
        begin(exception);
        rpj_note_thrown(exception);
        end();
    } else {
        _Unwind_DeleteException(exception);
    }
}
