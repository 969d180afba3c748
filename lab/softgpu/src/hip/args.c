// The arguments of a launch, copied before the launch returns.
//
// HIP does not know a software kernel's argument count, unless the kernel was registered with sizes. Without them,
// SG_KERNEL_DEFAULT_ARGS values of 8 bytes are copied, as far as they are readable. The calling thread's stack is;
// for every other page a system call checks.
#define _GNU_SOURCE
#include "args.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel.h"

enum { PAGE = 4096 };

typedef struct span {
    uintptr_t low, high;
} span;

static _Thread_local span stack;

static void find_stack(void) {
    pthread_attr_t attr;
    void* low = NULL;
    size_t size = 0;
    stack.low = 1; // set even on failure, so that the query is not repeated
    if (pthread_getattr_np(pthread_self(), &attr) != 0) return;
    if (pthread_attr_getstack(&attr, &low, &size) == 0) stack.high = (uintptr_t)low + size;
    pthread_attr_destroy(&attr);
}

// Reads words of the caller's frames that the compiler regards as private, hidden from the sanitizers on purpose.
__attribute__((noinline, no_sanitize("address", "thread", "undefined"))) static void copy_words(
    unsigned char* to, const unsigned char* from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        to[i] = ((const volatile unsigned char*)from)[i];
    }
}

static bool on_stack(uintptr_t address) {
    return address >= (uintptr_t)__builtin_frame_address(0) && address < stack.high;
}

// Pages found readable during one launch.
typedef struct page_list {
    uintptr_t pages[4];
    uint32_t count;
} page_list;

// Lets a system call read 8 bytes there; another invalid argument makes the call fail without an effect.
static bool is_readable(uintptr_t page, page_list* known) {
    const int no_such_how = ~0;
    for (uint32_t i = 0; i < known->count; i++) {
        if (known->pages[i] == page) return true;
    }
    if (syscall(SYS_rt_sigprocmask, no_such_how, page, NULL, 8) == 0 || errno == EFAULT) return false;
    if (known->count < 4) known->pages[known->count++] = page;
    return true;
}

// Copies as much of `bytes` as is readable; returns the number of bytes copied.
static size_t read_some(unsigned char* to, const void* from, size_t bytes, page_list* known) {
    uintptr_t address = (uintptr_t)from;
    if (on_stack(address)) {
        size_t available = stack.high - address;
        size_t n = bytes < available ? bytes : available;
        copy_words(to, from, n);
        return n;
    }
    if (address < PAGE || address >> 47 != 0) return 0;
    size_t done = 0;
    while (done < bytes) {
        size_t in_page = PAGE - (address + done) % PAGE;
        size_t n = bytes - done < in_page ? bytes - done : in_page;
        if (!is_readable((address + done) / PAGE * PAGE, known)) break;
        copy_words(to + done, (const unsigned char*)from + done, n);
        done += n;
    }
    return done;
}

void sg_args_copy(const sg_kernel* kernel, void* const* args, unsigned char* kernarg) {
    memset(kernarg, 0, kernel->kernarg_bytes);
    if (args == NULL) return;
    if (atomic_load(&((sg_kernel*)kernel)->sized)) {
        for (uint32_t i = 0; i < kernel->count; i++) memcpy(kernarg + kernel->offsets[i], args[i], kernel->sizes[i]);
        return;
    }
    if (stack.low == 0) find_stack();
    void* pointers[SG_KERNEL_DEFAULT_ARGS];
    page_list known = {.count = 0};
    int error = errno;
    size_t count = read_some((unsigned char*)pointers, args, kernel->count * sizeof(void*), &known) / sizeof(void*);
    for (size_t i = 0; i < count; i++) {
        // The first invalid pointer lies behind the last argument.
        if (read_some(kernarg + kernel->offsets[i], pointers[i], 8, &known) == 0) break;
    }
    errno = error;
}
