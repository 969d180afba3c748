// The arguments of a launch, copied before the launch returns.
//
// Nobody tells a software kernel's argument count to HIP, unless the kernel was registered with sizes. Without them
// SG_KERNEL_DEFAULT_ARGS values of 8 bytes are copied as far as they can be read: what lies on the calling thread's
// stack directly, everything else with a system call that fails instead of faulting.
#define _GNU_SOURCE
#include "runtime.h"

#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct span {
    uintptr_t low, high;
} span;

static _Thread_local span stack;

static void find_stack(void) {
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    stack.low = 1; // not asked again, whatever comes
    if (pthread_getattr_np(pthread_self(), &attr) != 0) return;
    if (pthread_attr_getstack(&attr, &low, &size) == 0) stack.high = (uintptr_t)low + size;
    pthread_attr_destroy(&attr);
}

// Words of the caller's frames that its compiler believes to be private: hidden from the sanitizers on purpose.
__attribute__((noinline, no_sanitize("address", "thread", "undefined")))
static void copy_words(unsigned char *to, const unsigned char *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        to[i] = ((const volatile unsigned char *)from)[i];
    }
}

static bool on_stack(uintptr_t address) {
    return address >= (uintptr_t)__builtin_frame_address(0) && address < stack.high;
}

// Copies as much of `bytes` as can be read; returns how much that was.
static size_t read_some(void *to, const void *from, size_t bytes) {
    uintptr_t address = (uintptr_t)from;
    if (on_stack(address)) {
        size_t available = stack.high - address;
        size_t n = bytes < available ? bytes : available;
        copy_words(to, from, n);
        return n;
    }
    if (address < 65536 || address >> 47 != 0) return 0;
    struct iovec local = {to, bytes}, remote = {(void *)address, bytes};
    ssize_t n = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    return n < 0 ? 0 : (size_t)n;
}

void sg_args_copy(const sg_kernel *kernel, void *const *args, unsigned char *kernarg) {
    memset(kernarg, 0, kernel->kernarg_bytes);
    if (args == NULL) return;
    if (atomic_load(&((sg_kernel *)kernel)->sized)) {
        for (uint32_t i = 0; i < kernel->count; i++) memcpy(kernarg + kernel->offsets[i], args[i], kernel->sizes[i]);
        return;
    }
    if (stack.low == 0) find_stack();
    void *pointers[SG_KERNEL_DEFAULT_ARGS];
    size_t count = read_some(pointers, args, kernel->count * sizeof(void *)) / sizeof(void *);
    for (size_t i = 0; i < count; i++) {
        // The first pointer that leads nowhere is behind the last argument.
        if (read_some(kernarg + kernel->offsets[i], pointers[i], 8) == 0) break;
    }
}
