#define _GNU_SOURCE
#include "devices.h"

#include "backing.h"
#include "settings.h"
#include "topology.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_RENDER_NODE = 128 };

sk_file sk_device_of(const char* path) {
    static const char RENDER[] = "/dev/dri/renderD";
    sk_file other = {.kind = SK_FILE_OTHER};
    if (path == NULL || strncmp(path, "/dev/", 5) != 0 || sk_settings_get()->gpus == 0) return other;
    if (strcmp(path, "/dev/kfd") == 0) return (sk_file){.kind = SK_FILE_KFD};
    if (strncmp(path, RENDER, sizeof RENDER - 1) != 0) return other;
    char* end;
    unsigned long node = strtoul(path + sizeof RENDER - 1, &end, 10);
    if (*end != '\0' || node < FIRST_RENDER_NODE || node >= FIRST_RENDER_NODE + sk_settings_get()->gpus) return other;
    return (sk_file){.kind = SK_FILE_RENDER, .gpu = (uint8_t)(node - FIRST_RENDER_NODE)};
}

int sk_device_open(sk_file file) {
    int fd = sk_backing_open();
    if (fd < 0 || sk_file_set(fd, file)) return fd;
    syscall(SYS_close, fd);
    errno = ENFILE;
    return -1;
}

const char* sk_device_path(const char* path, char* buffer, size_t capacity) {
    if (sk_device_of(path).kind != SK_FILE_OTHER) return "/dev/null"; // a character device that all may use
    return sk_topology_path(path, buffer, capacity);
}
