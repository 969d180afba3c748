// libc's functions that take descriptors: those of the devices are ours.
#define _GNU_SOURCE
#include "backing.h"
#include "files.h"
#include "memory.h"
#include "next.h"
#include "requests.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int ioctl(int fd, unsigned long request, ...);

SK_EXPORT int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    sk_file file = sk_file_get(fd);
    if (file.kind == SK_FILE_OTHER) return NEXT(ioctl)(fd, request, argument);
    int error = EINVAL;
    if (file.kind == SK_FILE_STALE) error = EBADF;
    else if (file.kind == SK_FILE_KFD && _IOC_TYPE(request) == 'K') error = sk_request(_IOC_NR(request), argument);
    if (error == 0) return 0;
    errno = error;
    return -1;
}

// A plain system call for everything else: allocators and loaders come here before anything is set up.
SK_EXPORT void* mmap(void* address, size_t size, int protection, int flags, int fd, off_t offset) {
    if (fd >= 0 && (flags & MAP_ANONYMOUS) == 0) {
        sk_file file = sk_file_get(fd);
        if (file.kind == SK_FILE_STALE) {
            errno = EBADF;
            return MAP_FAILED;
        }
        if (file.kind != SK_FILE_OTHER) {
            sk_memory_mapped(&fd, &offset);
            protection |= PROT_READ | PROT_WRITE; // as the GPUs, which are threads here, always may
        }
    }
    return (void*)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

SK_EXPORT void* mmap64(void* address, size_t size, int protection, int flags, int fd, off64_t offset) {
    return mmap(address, size, protection, flags, fd, offset);
}

// Forgotten before it is closed: afterwards another thread may have the number.
SK_EXPORT int close(int fd) {
    sk_file_forget(fd);
    return NEXT(close)(fd);
}

SK_EXPORT int close_range(unsigned first, unsigned last, int flags) {
    if ((flags & (int)CLOSE_RANGE_CLOEXEC) == 0) sk_file_forget_range(first, last);
    return NEXT(close_range)(first, last, flags);
}

SK_EXPORT void closefrom(int first) {
    sk_file_forget_range(first < 0 ? 0 : (unsigned)first, ~0u);
    NEXT(closefrom)(first);
}

// A duplicate is what its original is.
static int duplicated(int original, int fd) {
    sk_file file = sk_file_get(original);
    if (fd >= 0 && file.kind != SK_FILE_OTHER) sk_file_set(fd, file);
    return fd;
}

SK_EXPORT int dup(int fd) { return duplicated(fd, NEXT(dup)(fd)); }

SK_EXPORT int dup2(int fd, int target) {
    if (fd != target) sk_file_forget(target);
    return duplicated(fd, NEXT(dup2)(fd, target));
}

SK_EXPORT int dup3(int fd, int target, int flags) {
    if (fd != target) sk_file_forget(target);
    return duplicated(fd, NEXT(dup3)(fd, target, flags));
}

static bool duplicates(int command) { return command == F_DUPFD || command == F_DUPFD_CLOEXEC; }

#define FCNTL(name) \
    va_list arguments; \
    va_start(arguments, command); \
    void* argument = va_arg(arguments, void*); \
    va_end(arguments); \
    int result = NEXT(name)(fd, command, argument); \
    return duplicates(command) ? duplicated(fd, result) : result

SK_EXPORT int fcntl(int fd, int command, ...) { FCNTL(fcntl); }

SK_EXPORT int fcntl64(int fd, int command, ...) { FCNTL(fcntl64); }
