#include "channel.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

struct header {
    uint32_t kind;
    uint32_t size;
};

static int send_all(int fd, const void* bytes, size_t size) {
    const char* next = bytes;
    while (size > 0) {
        const ssize_t n = send(fd, next, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        next += n;
        size -= (size_t)n;
    }
    return 0;
}

static int receive_all(int fd, void* bytes, size_t size) {
    char* next = bytes;
    while (size > 0) {
        const ssize_t n = recv(fd, next, size, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        next += n;
        size -= (size_t)n;
    }
    return 0;
}

int rpj_send(int fd, uint32_t kind, const void* first, size_t first_size, const void* second, size_t second_size) {
    const struct header header = {kind, (uint32_t)(first_size + second_size)};
    if (send_all(fd, &header, sizeof header) != 0 || send_all(fd, first, first_size) != 0) return -1;
    return send_all(fd, second, second_size);
}

uint32_t rpj_receive(int fd, char** bytes, size_t* size) {
    struct header header;
    *bytes = NULL;
    if (receive_all(fd, &header, sizeof header) != 0) return 0;
    *size = header.size;
    *bytes = calloc(1, *size + 1);
    if (*bytes != NULL && receive_all(fd, *bytes, *size) == 0) return header.kind;
    free(*bytes);
    *bytes = NULL;
    return 0;
}
