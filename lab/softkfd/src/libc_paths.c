// libc's functions that take paths: those of the driver lead to our files. Every other path goes where it always went.
#define _GNU_SOURCE
#include "base.h"
#include "devices.h"
#include "next.h"
#include "topology.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// --- open ---------------------------------------------------------------------------------------------------------

static bool has_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

// Opens what is ours; false if `path` is another's.
static bool opened(const char* path, int* fd, const char** instead, char* buffer) {
    sk_file device = sk_device_of(path);
    if (device.kind != SK_FILE_OTHER) {
        *fd = sk_device_open(device);
        return true;
    }
    *instead = sk_topology_path(path, buffer, PATH_MAX);
    *fd = -1;
    return *instead == NULL;
}

#define OPEN(call) \
    unsigned mode = 0; \
    if (has_mode(flags)) { \
        va_list arguments; \
        va_start(arguments, flags); \
        mode = va_arg(arguments, unsigned); \
        va_end(arguments); \
    } \
    char buffer[PATH_MAX]; \
    int fd; \
    return opened(path, &fd, &path, buffer) ? fd : call

SK_EXPORT int open(const char* path, int flags, ...) { OPEN(NEXT(open)(path, flags, mode)); }

SK_EXPORT int open64(const char* path, int flags, ...) { OPEN(NEXT(open64)(path, flags, mode)); }

SK_EXPORT int openat(int folder, const char* path, int flags, ...) { OPEN(NEXT(openat)(folder, path, flags, mode)); }

SK_EXPORT int openat64(int folder, const char* path, int flags, ...) {
    OPEN(NEXT(openat64)(folder, path, flags, mode));
}

int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);

SK_EXPORT int __open_2(const char* path, int flags) {
    char buffer[PATH_MAX];
    int fd;
    return opened(path, &fd, &path, buffer) ? fd : NEXT(__open_2)(path, flags);
}

SK_EXPORT int __open64_2(const char* path, int flags) {
    char buffer[PATH_MAX];
    int fd;
    return opened(path, &fd, &path, buffer) ? fd : NEXT(__open64_2)(path, flags);
}

// --- what is redirected -------------------------------------------------------------------------------------------

// Calls with the path that stands for `path`; `failure` if there is none.
#define INSTEAD(find, failure, call) \
    char buffer[PATH_MAX]; \
    path = find(path, buffer, sizeof buffer); \
    return path == NULL && errno != 0 ? failure : call

SK_EXPORT FILE* fopen(const char* path, const char* mode) { INSTEAD(sk_topology_path, NULL, NEXT(fopen)(path, mode)); }

SK_EXPORT FILE* fopen64(const char* path, const char* mode) {
    INSTEAD(sk_topology_path, NULL, NEXT(fopen64)(path, mode));
}

SK_EXPORT DIR* opendir(const char* path) { INSTEAD(sk_topology_path, NULL, NEXT(opendir)(path)); }

SK_EXPORT int access(const char* path, int mode) { INSTEAD(sk_device_path, -1, NEXT(access)(path, mode)); }

SK_EXPORT int faccessat(int folder, const char* path, int mode, int flags) {
    INSTEAD(sk_device_path, -1, NEXT(faccessat)(folder, path, mode, flags));
}

SK_EXPORT int stat(const char* path, struct stat* status) { INSTEAD(sk_device_path, -1, NEXT(stat)(path, status)); }

SK_EXPORT int lstat(const char* path, struct stat* status) { INSTEAD(sk_device_path, -1, NEXT(lstat)(path, status)); }

SK_EXPORT int stat64(const char* path, struct stat64* status) {
    INSTEAD(sk_device_path, -1, NEXT(stat64)(path, status));
}

SK_EXPORT int lstat64(const char* path, struct stat64* status) {
    INSTEAD(sk_device_path, -1, NEXT(lstat64)(path, status));
}

SK_EXPORT int fstatat(int folder, const char* path, struct stat* status, int flags) {
    INSTEAD(sk_device_path, -1, NEXT(fstatat)(folder, path, status, flags));
}

SK_EXPORT int fstatat64(int folder, const char* path, struct stat64* status, int flags) {
    INSTEAD(sk_device_path, -1, NEXT(fstatat64)(folder, path, status, flags));
}

SK_EXPORT int statx(int folder, const char* path, int flags, unsigned mask, struct statx* status) {
    INSTEAD(sk_device_path, -1, NEXT(statx)(folder, path, flags, mask, status));
}

SK_EXPORT ssize_t readlink(const char* path, char* target, size_t size) {
    INSTEAD(sk_topology_path, -1, NEXT(readlink)(path, target, size));
}
