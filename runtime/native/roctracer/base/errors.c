// The reasons of failures: a text for each thread, and a log if ROCTRACER_LOG requests it.
#include "base/errors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../environment.h"
#include "../../standard_error.h"
#include "base/threads.h"

// The path to which AMD's library also writes; it is fixed.
#define LOG_FILE "/tmp/roctracer_log.txt"

static pthread_once_t log_opened = PTHREAD_ONCE_INIT;
static int log_file = -1;

// Anybody can make the file before us: a pipe, another name of a file of ours, a file that only seems to be ours.
static bool is_ours(const struct stat* file) {
    return S_ISREG(file->st_mode) && file->st_nlink == 1 && file->st_uid == geteuid();
}

static void open_log(void) {
    if (rpj_environment("ROCTRACER_LOG") == NULL) return;
    struct stat seen;
    log_file = open(LOG_FILE, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
    if (log_file < 0) {
        rt_complain(LOG_FILE " cannot be written: %s", strerror(errno));
    } else if (fstat(log_file, &seen) != 0 || !is_ours(&seen)) {
        rt_complain(LOG_FILE " is not a file of this user: nothing is written to it; remove it");
        close(log_file);
        log_file = -1;
    }
}

static void log_error(const char* text) {
    pthread_once(&log_opened, open_log);
    if (log_file < 0) return;
    const time_t now = time(NULL);
    struct tm parts;
    char when[32], line[1200];
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime_r(&now, &parts));
    const int length =
        snprintf(line, sizeof line, "<%s pid%u tid%u> error: %s", when, rt_process_id(), rt_thread_id(), text);
    flock(log_file, LOCK_EX);
    const ssize_t ignored = write(log_file, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    flock(log_file, LOCK_UN);
    (void)ignored;
}

roctracer_status_t rt_fail(roctracer_status_t status, const char* function, const char* format, ...) {
    const int error = errno;
    char text[1024];
    int used = snprintf(text, sizeof text, "%s(), ", function);
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    if ((size_t)used > sizeof text - 2) used = sizeof text - 2;
    strcpy(text + used, "\n");
    rt_error_set(text);
    log_error(text);
    errno = error;
    return status;
}

void rt_complain(const char* format, ...) {
    const int error = errno;
    char line[1024] = "roctracer: ";
    const size_t begin = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + begin, sizeof line - begin - 1, format, arguments);
    va_end(arguments);
    const size_t used = strlen(line);
    line[used] = '\n';
    rpj_say(line, used + 1);
    errno = error;
}

RT_EXPORT const char* roctracer_error_string(void) { return strdup(rt_error_get()); }
