// External correlation ids of one event: a tool pushes them for the thread, or returns them on request.
#include "calls/external_ids.h"
#include "base/engine.h"
#include "java/ask_engine.h"
#include "threads/thread_life.h"
#include "tools/guard.h"
#include "tools/thrown.h"

// A tool's request callback has seven arguments, the guarded call takes six: the others are passed in this struct.
typedef struct {
    const native_entry_t* entry;
    native_thread_t* thread;
    uint64_t internal;
    rocprofiler_user_data_t answer;
} request;

static uint64_t ask(uint64_t address, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5) {
    (void)a1, (void)a2, (void)a3, (void)a4, (void)a5;
    request* asked = (request*)address;
    const native_entry_t* entry = asked->entry;
    rocprofiler_external_correlation_id_request_cb_t function = entry->request_function;
    return (uint64_t)function(asked->thread->tid, (rocprofiler_context_id_t){entry->context},
                              (rocprofiler_external_correlation_id_request_kind_t)entry->request_kind,
                              (rocprofiler_tracing_operation_t)(entry->kind_operation >> 32), asked->internal,
                              &asked->answer, entry->request_argument);
}

static bool virtual_ids(void) {
    return __atomic_load_n(&rpj_link.external_use, __ATOMIC_RELAXED) & RPJ_EXTERNAL_OF_VIRTUAL;
}

// Whether the calling thread carries a virtual thread with an id for this context, or for kernels. Only Java knows; a
// thread that is a platform thread stays one.
static bool virtual_top(native_thread_t* thread, uint64_t context, uint64_t* id) {
    static __thread bool carries_none __attribute__((tls_model("initial-exec")));
    if (carries_none) return false;
    uint64_t answer[2] = {RPJ_VIRTUAL_ID_NONE, 0};
    uint32_t before = thread->inside;
    rpj_set_inside(thread, 1);
    rpj_ask_engine(thread, RPJ_CALL_VIRTUAL_ID, context, (uint64_t)answer, 0);
    rpj_set_inside(thread, before);
    carries_none = answer[0] == RPJ_VIRTUAL_ID_OF_PLATFORM;
    *id = answer[1];
    return answer[0] == RPJ_VIRTUAL_ID_SET;
}

// Returns the top of the thread's stack for the entry's context, else the id that the main thread pushed last.
static uint64_t top(native_thread_t* thread, const native_entry_t* entry) {
    uint64_t carried;
    if (RPJ_UNLIKELY(virtual_ids()) && virtual_top(thread, entry->context_index, &carried)) return carried;
    const native_external_t* stacks = __atomic_load_n((native_external_t**)&thread->external, __ATOMIC_ACQUIRE);
    const native_external_t* stack = stacks != NULL ? &stacks[entry->context_index] : NULL;
    if (stack != NULL && __atomic_load_n(&stack->depth, __ATOMIC_ACQUIRE))
        return __atomic_load_n(&stack->top, __ATOMIC_RELAXED);
    return __atomic_load_n(&rpj_link.external_default, __ATOMIC_RELAXED);
}

int rpj_kernel_id_request(rocprofiler_thread_id_t tid, rocprofiler_context_id_t context,
                          rocprofiler_external_correlation_id_request_kind_t kind,
                          rocprofiler_tracing_operation_t operation, uint64_t internal, rocprofiler_user_data_t* answer,
                          void* stream_shift) {
    (void)tid, (void)context, (void)kind, (void)operation, (void)internal;
    native_thread_t* thread = rpj_thread();
    uint64_t shift = (uint64_t)stream_shift, carried;
    if (thread == NULL) return 1;
    answer->value = thread->kernel_id;
    if (RPJ_UNLIKELY(virtual_ids()) && virtual_top(thread, (uint64_t)RPJ_VIRTUAL_KERNEL_ID, &carried))
        answer->value = carried;
    if (shift && !(thread->stream >> (63 - shift))) answer->value |= thread->stream << shift;
    return 0;
}

static uint64_t first(native_thread_t* thread, const native_entry_t* entry, uint64_t internal) {
    if (__atomic_load_n(&entry->request_function, __ATOMIC_ACQUIRE) == NULL) return top(thread, entry);
    request asked = {entry, thread, internal, {0}};
    if (entry->request_function == (void*)rpj_kernel_id_request)
        return ask((uint64_t)&asked, 0, 0, 0, 0, 0) ? 0 : asked.answer.value;
    uint32_t before = thread->inside;
    rpj_set_inside(thread, 0);
    uint64_t refused = rpj_guarded_invoke(ask, (uint64_t)&asked, 0, 0, 0, 0, 0);
    rpj_set_inside(thread, before);
    if (RPJ_UNLIKELY(refused == RPJ_THREW)) rpj_callback_threw(entry->request_function);
    return refused ? top(thread, entry) : asked.answer.value;
}

void rpj_externals(const native_plan_t* plan, native_frame_t* frame, uint64_t entries, uint64_t again) {
    native_thread_t* thread = rpj_thread();
    const native_entry_t* all = plan->entries;
    const native_entry_t* last = NULL;
    if (thread == NULL) return;
    if (!again || !frame->externals) frame->requested = 0; // no tool has been asked yet
    frame->externals = 1;
    for (uint64_t rest = entries; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        const native_entry_t* entry = &all[i];
        if (last != NULL && last->context == entry->context) { // a context has one id per event, and gets one request
            frame->external[i] = frame->external[last - all];
        } else if (!again) {
            if (__atomic_load_n(&entry->request_function, __ATOMIC_ACQUIRE) != NULL) frame->requested |= 1ull << i;
            frame->external[i] = first(thread, entry, frame->internal_id);
        } else if (!(frame->requested >> i & 1)) {
            frame->external[i] = top(thread, entry);
        }
        last = entry;
    }
}
