// Calls from the engine to C functions of tools. While such a function runs the thread counts as outside Java: its
// runtime calls are traced like any others.
#include "tools/invoke.h"
#include "java/java_side.h"
#include "java/stacks.h"
#include "threads/thread_life.h"
#include "tools/thrown.h"
#include "tools/time_limit.h"

// The state to restore when the thread returns.
typedef struct {
    uint32_t inside;
    bool cancellable;
} outcall;

static outcall leave_java(native_thread_t* thread) {
    outcall before = {thread != NULL ? thread->inside : 0, rpj_outcall_begin()};
    if (thread != NULL) rpj_set_inside(thread, 0);
    return before;
}

static void back_to_java(native_thread_t* thread, outcall before) {
    if (thread != NULL) rpj_set_inside(thread, before.inside);
    rpj_outcall_end(before.cancellable);
}

typedef struct {
    rpj_function function;
    uint64_t arguments[6];
} invocation;

static uint64_t invoke(uint64_t address, uint64_t unused) {
    const invocation* i = (const invocation*)address;
    const uint64_t* a = i->arguments;
    (void)unused;
    return rpj_guarded_invoke(i->function, a[0], a[1], a[2], a[3], a[4], a[5]);
}

uint64_t rpj_invoke(rpj_function function, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                    uint64_t a5) {
    native_thread_t* thread = rpj_thread();
    outcall before = leave_java(thread);
    invocation one = {function, {a0, a1, a2, a3, a4, a5}};
    uint64_t result = rpj_out_of_java(thread, invoke, (uint64_t)&one, 0);
    back_to_java(thread, before);
    return RPJ_UNLIKELY(result == RPJ_THREW) && rpj_was_stopped() ? 0 : result;
}

void rpj_call_tool(void* function, const void* record, void* user_data, void* argument) {
    bool threw = rpj_guarded_callback(function, record, user_data, argument) == RPJ_THREW;
    if (RPJ_UNLIKELY(threw) && !rpj_was_stopped()) rpj_callback_threw(function);
}

typedef struct {
    void *function, *user_data, *argument;
    const void* record;
} tool_call;

static uint64_t call_tool(uint64_t address, uint64_t unused) {
    const tool_call* call = (const tool_call*)address;
    rpj_call_tool(call->function, call->record, call->user_data, call->argument);
    return unused;
}

static uint64_t call_tool_in_time(uint64_t address, uint64_t unused) {
    return RPJ_UNLIKELY(rpj_limited) ? rpj_call_limited(call_tool, address, unused) : call_tool(address, unused);
}

void rpj_call_tool_in_time(void* function, const void* record, void* user_data, void* argument) {
    tool_call call = {function, user_data, argument, record};
    call_tool_in_time((uint64_t)&call, 0);
}

void rpj_callback(void* function, const void* record, void* user_data, void* argument) {
    native_thread_t* thread = rpj_thread();
    outcall before = leave_java(thread);
    tool_call call = {function, user_data, argument, record};
    rpj_out_of_java(thread, call_tool_in_time, (uint64_t)&call, 0);
    back_to_java(thread, before);
}
