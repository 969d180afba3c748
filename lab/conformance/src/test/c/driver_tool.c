// A simulated machine with a kernel driver, preloaded: DRIVER_MACHINE is a folder with the driver's topology tree
// and other files that describe a machine, and the driver's log for GPU number N is the file DRIVER_EVENTS/N
// (hexadecimal, as in the log). Despite its name, it is not a tool.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEEN __attribute__((visibility("default")))

static const char* const files[][2] = {
    {"/sys/class/kfd/kfd/topology", ""},
    {"/sys/class/drm", "/drm"},
    {"/proc/cpuinfo", "/cpuinfo"},
    {"/opt/amdgpu/share/libdrm/amdgpu.ids", "/amdgpu.ids"},
    {"/usr/share/libdrm/amdgpu.ids", "/amdgpu.ids"},
};

static int device = -1;

// Returns the file that replaces a path; other paths are unchanged.
static const char* mapped(const char* path, char buffer[4096]) {
    const char* machine = getenv("DRIVER_MACHINE");
    for (size_t i = 0; machine && path && i < sizeof files / sizeof *files; i++) {
        size_t length = strlen(files[i][0]);
        if (strncmp(path, files[i][0], length) != 0) continue;
        snprintf(buffer, 4096, "%s%s%s", machine, files[i][1], path + length);
        return buffer;
    }
    return path;
}

typedef int (*open_function)(const char*, int, ...);

static int open_mapped(const char* function, const char* path, int flags, mode_t mode) {
    char buffer[4096];
    open_function next = (open_function)dlsym(RTLD_NEXT, function);
    if (path && strcmp(path, "/dev/kfd") == 0) return device = next("/dev/null", flags, mode);
    return next(mapped(path, buffer), flags, mode);
}

static mode_t mode_of(int flags, va_list arguments) { return flags & O_CREAT ? va_arg(arguments, mode_t) : 0; }

SEEN int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_mapped("open", path, flags, mode);
}

SEEN int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_mapped("open64", path, flags, mode);
}

SEEN int stat(const char* path, struct stat* result) {
    char buffer[4096];
    return ((int (*)(const char*, struct stat*))dlsym(RTLD_NEXT, "stat"))(mapped(path, buffer), result);
}

SEEN int stat64(const char* path, struct stat64* result) {
    char buffer[4096];
    return ((int (*)(const char*, struct stat64*))dlsym(RTLD_NEXT, "stat64"))(mapped(path, buffer), result);
}

SEEN int statx(int folder, const char* path, int flags, unsigned int mask, struct statx* result) {
    char buffer[4096];
    return ((int (*)(int, const char*, int, unsigned int, struct statx*))dlsym(RTLD_NEXT, "statx"))(
        folder, mapped(path, buffer), flags, mask, result);
}

// --- the device: linux/kfd_ioctl.h ---------------------------------------------------------------------------------

enum { GET_VERSION = 0x01, SMI_EVENTS = 0x1F };

// A log file whose driver end stays open, as a driver's does that may log more.
static int log_of(uint32_t gpu) {
    char path[4096], text[4096];
    int ends[2];
    snprintf(path, sizeof path, "%s/%x", getenv("DRIVER_EVENTS"), gpu);
    FILE* file = fopen(path, "r");
    if (!file || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    if (write(ends[0], text, bytes) != (ssize_t)bytes) return -1;
    return ends[1];
}

SEEN int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    uint32_t* argument = va_arg(arguments, uint32_t*);
    va_end(arguments);
    if (fd < 0 || fd != device || _IOC_TYPE(request) != 'K')
        return ((int (*)(int, unsigned long, void*))dlsym(RTLD_NEXT, "ioctl"))(fd, request, argument);
    const char* minor = getenv("DRIVER_MINOR");
    switch (_IOC_NR(request)) {
        case GET_VERSION: argument[0] = 1, argument[1] = minor ? (uint32_t)atoi(minor) : 14; return 0;
        case SMI_EVENTS: argument[1] = (uint32_t)log_of(argument[0]); return (int)argument[1] < 0 ? -1 : 0;
        default: return -1;
    }
}
