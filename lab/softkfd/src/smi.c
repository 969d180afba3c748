#define _GNU_SOURCE
#include "smi.h"

#include "memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_LISTENERS = 256, LONGEST = 96 }; // KFD_SMI_EVENT_MSG_SIZE

typedef struct {
    int fd; // our end; the other is the program's
    uint32_t gpu;
    uint64_t mask; // of events, bit 0 for event 1
} listener;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static listener listeners[MOST_LISTENERS];
static uint32_t listener_count;

int sk_smi_open(kfd_smi_events* request) {
    int gpu = sk_gpu_of_id(request->gpu_id);
    if (gpu < 0) return EINVAL;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    pthread_mutex_lock(&lock);
    bool room = listener_count < MOST_LISTENERS;
    if (room) listeners[listener_count++] = (listener){.fd = ends[0], .gpu = (uint32_t)gpu};
    pthread_mutex_unlock(&lock);
    if (!room) {
        syscall(SYS_close, ends[0]);
        syscall(SYS_close, ends[1]);
        return ENOMEM;
    }
    request->fd = (uint32_t)ends[1];
    return 0;
}

// Takes the masks that the listener has written; the last one counts. False if it has gone.
static bool refreshed(listener* l) {
    for (;;) {
        uint64_t mask;
        ssize_t bytes = recv(l->fd, &mask, sizeof mask, MSG_DONTWAIT);
        if (bytes == (ssize_t)sizeof mask) l->mask = mask;
        else return bytes < 0 && (errno == EAGAIN || errno == EINTR);
    }
}

void sk_smi(uint32_t gpu, sk_smi_event event, uint64_t ns, const char* rest, ...) {
    char line[LONGEST + 1];
    int head = snprintf(line, sizeof line, "%x %llu -%d ", event, (unsigned long long)ns, (int)getpid());
    va_list arguments;
    va_start(arguments, rest);
    int body = vsnprintf(line + head, sizeof line - (size_t)head, rest, arguments);
    va_end(arguments);
    size_t length = (size_t)head + (size_t)body;
    if (length > LONGEST - 1) length = LONGEST - 1;
    line[length++] = '\n';

    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < listener_count;) {
        listener* l = &listeners[i];
        if (!refreshed(l)) {
            syscall(SYS_close, l->fd);
            *l = listeners[--listener_count];
            continue;
        }
        bool wanted = l->gpu == gpu && (l->mask >> (event - 1) & 1) != 0;
        if (wanted) send(l->fd, line, length, MSG_DONTWAIT | MSG_NOSIGNAL); // full: the driver drops events, too
        i++;
    }
    pthread_mutex_unlock(&lock);
}

void sk_smi_after_fork(void) {
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
    for (uint32_t i = 0; i < listener_count; i++) syscall(SYS_close, listeners[i].fd);
    listener_count = 0;
}
