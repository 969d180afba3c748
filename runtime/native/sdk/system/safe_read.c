// Reads the program's memory where it may be unreadable. The kernel does the reading, so that a bad address gives
// an error instead of a signal.
#include "system/safe_read.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/thread_blocks.h"

enum { PAGE_BYTES = 4096, FIRST_BYTES = 256 };

// Whether the kernel can read the eight bytes around an address: an unknown `how` fails, but only after the mask
// was read. Also works where a sandbox denies process_vm_readv.
static bool mapped(uintptr_t address) {
    uintptr_t word = address & ~(uintptr_t)7;
    if (!word) return false; // for the kernel, this means no mask
    int before = errno;
    long result = syscall(SYS_rt_sigprocmask, ~0, (const void*)word, NULL, 8);
    bool can = result == 0 || errno != EFAULT;
    errno = before;
    return can;
}

// Address of the first byte of the next page.
static uintptr_t page_end(uintptr_t address) { return (address | (PAGE_BYTES - 1)) + 1; }

static bool copy_if_mapped(void* to, const void* from, uint64_t bytes) {
    uintptr_t first = (uintptr_t)from, last = first + bytes - 1;
    for (uintptr_t page = first;; page = page_end(page)) {
        if (!mapped(page)) return false;
        if (page_end(page) > last || page_end(page) == 0) break;
    }
    memcpy(to, from, bytes);
    return true;
}

// Whether the bytes are on the thread's stack above the caller, or above where it entered Java: that part is in use
// and readable. Payloads of calls in progress lie there, and most output arguments.
static bool on_own_stack(uintptr_t from, uint64_t bytes) {
    const native_thread_t* thread = rpj_current;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (thread != NULL && !rpj_on_own_stack(thread, here)) here = thread->program_sp;
    return thread != NULL && here > thread->stack_low && from > here && from < thread->stack_high
        && bytes <= thread->stack_high - from;
}

// Copies from other functions' frames, which the sanitizer regards as inaccessible.
__attribute__((no_sanitize("address"))) static void copy_stack(volatile char* to, const volatile char* from,
                                                               uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) to[i] = from[i];
}

uint64_t rpj_safe_read(void* to, const void* from, uint64_t bytes) {
    if (bytes == 0) return 1;
    if ((uintptr_t)from > UINTPTR_MAX - bytes) return 0;
    if (on_own_stack((uintptr_t)from, bytes)) {
        copy_stack(to, from, bytes);
        return 1;
    }
    struct iovec target = {to, bytes};
    struct iovec source = {(void*)(uintptr_t)from, bytes};
    int before = errno;
    // Uses this thread's id: for a process whose main thread has ended the kernel finds no memory.
    ssize_t copied = process_vm_readv((pid_t)syscall(SYS_gettid), &target, 1, &source, 1, 0);
    bool refused = copied < 0 && errno != EFAULT;
    errno = before;
    return refused ? copy_if_mapped(to, from, bytes) : copied == (ssize_t)bytes;
}

uint64_t rpj_readable(const void* address, uint64_t bytes) {
    char copy[FIRST_BYTES];
    return rpj_safe_read(copy, address, bytes < sizeof copy ? bytes : sizeof copy);
}

uint64_t rpj_safe_read_string(char* to, const char* from, uint64_t capacity) {
    uint64_t length = 0, room = capacity - 1;
    uint64_t step = FIRST_BYTES;
    while (length < room) {
        uintptr_t at = (uintptr_t)from + length;
        // Stops at the end of the page: the string may end on the last readable one.
        uint64_t bytes = page_end(at) - at;
        if (bytes > step) bytes = step;
        if (bytes > room - length) bytes = room - length;
        if (!rpj_safe_read(to + length, (const void*)at, bytes)) return UINT64_MAX;
        const char* end = memchr(to + length, 0, bytes);
        if (end != NULL) return (uint64_t)(end - to);
        length += bytes;
        step = PAGE_BYTES;
    }
    to[length] = 0;
    return length;
}
