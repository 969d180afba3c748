// The way from the engine to C functions of tools. While such a function runs the thread is outside Java: what it calls
// of a runtime is traced like any other call.
#include <sys/uio.h>
#include <unistd.h>

#include "rpj.h"

typedef struct {
    uint64_t words[8];
} tracing_record;  // rocprofiler_callback_tracing_record_t, 64 bytes, passed by value

typedef void (*tracing_callback)(tracing_record, void*, void*);

static uint32_t leave_java(native_thread_t* thread) {
    uint32_t before = thread ? thread->in_java : 0;
    if (thread) thread->in_java = 0;
    return before;
}

static void back_to_java(native_thread_t* thread, uint32_t before) {
    if (thread) thread->in_java = before;
}

uint64_t rpj_invoke(uint64_t (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t), uint64_t a0,
                    uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5) {
    native_thread_t* thread = rpj_thread();
    uint32_t before = leave_java(thread);
    uint64_t result = function(a0, a1, a2, a3, a4, a5);
    back_to_java(thread, before);
    return result;
}

void rpj_callback(void* function, const void* record, void* user_data, void* argument) {
    native_thread_t* thread = rpj_thread();
    uint32_t before = leave_java(thread);
    ((tracing_callback)function)(*(const tracing_record*)record, user_data, argument);
    back_to_java(thread, before);
}

uint64_t rpj_readable(const void* address, uint64_t bytes) {
    char copy[256];
    if (bytes > sizeof copy) bytes = sizeof copy;
    struct iovec to = {copy, bytes};
    struct iovec from = {(void*)(uintptr_t)address, bytes};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)bytes;
}
