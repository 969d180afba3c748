#define _GNU_SOURCE
#include "log.h"

#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

sk_counts sk_count;

bool sk_logs(int level) { return sk_settings_get()->log_level >= level; }

void sk_log(int level, const char* format, ...) {
    if (!sk_logs(level)) return;
    int saved = errno;
    char line[512];
    int head = snprintf(line, sizeof line, "softkfd[%d]: ", (int)getpid());
    va_list arguments;
    va_start(arguments, format);
    int body = vsnprintf(line + head, sizeof line - (size_t)head - 1, format, arguments);
    va_end(arguments);
    size_t length = (size_t)head + (size_t)body;
    if (length > sizeof line - 2) length = sizeof line - 2;
    line[length] = '\n';
    ssize_t ignored = write(STDERR_FILENO, line, length + 1);
    (void)ignored;
    errno = saved;
}

static void write_counts(int fd) {
    dprintf(
        fd,
        "softkfd: pid=%d dispatches=%llu barriers=%llu vendor=%llu copies=%llu fills=%llu faults=%llu unknown=%llu\n",
        (int)getpid(), (unsigned long long)sk_count.dispatches, (unsigned long long)sk_count.barriers,
        (unsigned long long)sk_count.vendor, (unsigned long long)sk_count.copies, (unsigned long long)sk_count.fills,
        (unsigned long long)sk_count.faults, (unsigned long long)sk_count.unknown);
}

void sk_log_counts(void) {
    const char* path = sk_settings_get()->stats;
    if (path == NULL) return;
    if (strcmp(path, "-") == 0) {
        write_counts(STDERR_FILENO);
        return;
    }
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        sk_log(SK_LOG_UNKNOWN, "%s: %s", path, strerror(errno));
        return;
    }
    write_counts(fd);
    syscall(SYS_close, fd);
}

void sk_log_after_fork(void) { memset((void*)&sk_count, 0, sizeof sk_count); }
