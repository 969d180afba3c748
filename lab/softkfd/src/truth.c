#define _GNU_SOURCE
#include "truth.h"

#include "log.h"
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LONGEST = 8192 }; // mangled names can be thousands of characters long

// -1 not opened yet, -2 cannot be opened. Inherited by forked children, who append to the same file.
static _Atomic(int) truth_fd = -1;

bool sk_truth_on(void) { return sk_settings_get()->truth != NULL; }

static int opened(void) {
    int fd = atomic_load(&truth_fd);
    if (fd != -1) return fd;
    const char* path = sk_settings_get()->truth;
    fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        dprintf(STDERR_FILENO, "softkfd: SOFTKFD_TRUTH=%s: %s\n", path, strerror(errno));
        fd = -2;
    }
    int none = -1;
    if (atomic_compare_exchange_strong(&truth_fd, &none, fd)) return fd;
    if (fd >= 0) syscall(SYS_close, fd);
    return none;
}

void sk_truth(const char* what, const char* format, ...) {
    if (!sk_truth_on()) return;
    int fd = opened();
    if (fd < 0) return;
    char line[LONGEST];
    int head = snprintf(line, sizeof line, "%s pid=%d ", what, (int)getpid());
    va_list arguments;
    va_start(arguments, format);
    int body = vsnprintf(line + head, sizeof line - (size_t)head - 1, format, arguments);
    va_end(arguments);
    size_t length = (size_t)head + (size_t)body;
    if (length > sizeof line - 2) length = sizeof line - 2;
    line[length++] = '\n';
    ssize_t written;
    do written = write(fd, line, length);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)length) sk_log(SK_LOG_UNKNOWN, "truth log: %s", strerror(errno));
}
