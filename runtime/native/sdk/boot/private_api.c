// Functions of this library for our other libraries in the process.
#include "../../private_api.h"
#include "base/engine.h"
#include "java/java_side.h"
#include "segment/counts.h"
#include "segment/segment.h"
#include "segment/untold_calls.h"
#include "signals/signal_handlers.h"
#include "threads/thread_life.h"

RPJ_EXPORT void* rocprofiler_java_hsa_function(uint32_t table, uint32_t operation) {
    void* const* field = table == RPJ_HSA_CORE_TABLE ? &rpj_link.hsa_core : &rpj_link.hsa_amd_ext;
    void* const* functions = __atomic_load_n(field, __ATOMIC_ACQUIRE);
    return functions != NULL && operation < (uint64_t)functions[0] ? functions[1 + operation] : NULL;
}

RPJ_EXPORT int rocprofiler_java_may_register(int wait) {
    const native_thread_t* thread = rpj_current;
    if ((thread != NULL && thread->inside) || rpj_side_is_in_jvm()) return false;
    stack_t stack;
    return !wait || !(rpj_on_alternate_stack(&stack) || rpj_in_signal_handler());
}

RPJ_EXPORT int rocprofiler_java_passed_through(uint64_t calls, int lasting) {
    if (lasting && !rpj_segment_known()) return false;
    while (calls-- > 0) rpj_count_passed_through(rpj_thread());
    return true;
}

RPJ_EXPORT void rocprofiler_java_share_gate(rpj_fork_gate* gate, size_t size) {
    if (size == sizeof *gate) rpj_use_gate(gate);
}
