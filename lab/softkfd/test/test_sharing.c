// Memory that leaves its process: dma-buf descriptors, buffer objects, handles of AMD's older driver.
#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 65536 };

// Of libdrm and libdrm_amdgpu.
int drmOpenRender(int minor);
int drmCommandWriteRead(int fd, unsigned long command, void* data, unsigned long size);
int amdgpu_device_initialize(int fd, uint32_t* major, uint32_t* minor, void** handle);
int amdgpu_device_get_fd(void* handle);
int amdgpu_bo_import(void* handle, int type, uint32_t shared, void* result);
int amdgpu_bo_export(void* object, int type, uint32_t* shared);
int amdgpu_bo_va_op(void* object, uint64_t offset, uint64_t size, uint64_t address, uint64_t flags, uint32_t operation);
int amdgpu_bo_cpu_map(void* object, void** address);
int amdgpu_bo_free(void* object);
int amdgpu_bo_set_metadata(void* object, const void* metadata);
int amdgpu_bo_query_info(void* object, void* info);

typedef struct {
    uint64_t alloc_size, alignment, heap, alloc_flags, flags, tiling;
    uint32_t metadata_bytes, umd_metadata[64];
} bo_info;

static void fill(uint32_t* memory, uint32_t seed) {
    for (uint32_t i = 0; i < BYTES / 4; i++) memory[i] = i * seed;
}

static void check(const uint32_t* memory, uint32_t seed) {
    for (uint32_t i = 0; i < BYTES / 4; i++) CHECK_EQUAL(i * seed, memory[i]);
}

static int exported(uint64_t handle) {
    kfd_export_dmabuf a = {.handle = handle};
    CHECK_EQUAL(0, request(KFD_EXPORT_DMABUF, &a));
    return (int)a.fd;
}

static void* reserve(void) { return mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static uint64_t imported(int fd, void* at) {
    kfd_import_dmabuf a = {.address = HANDLE(at), .gpu_id = GPU, .fd = (uint32_t)fd};
    CHECK_EQUAL(0, request(KFD_IMPORT_DMABUF, &a));
    return a.handle;
}

static int release(uint64_t handle) { return request(KFD_FREE_MEMORY_OF_GPU, &handle); }

static void a_dmabuf_tells_what_it_is_and_shows_the_same_memory(void) {
    uint64_t handle;
    uint32_t* memory = gpu_memory(BYTES, &handle);
    gpu_memory(4096, NULL);
    int fd = exported(handle);
    kfd_dmabuf_info info = {.fd = (uint32_t)fd};
    CHECK_EQUAL(0, request(KFD_GET_DMABUF_INFO, &info));
    CHECK_EQUAL(BYTES, info.size);
    CHECK_EQUAL(GPU, info.gpu_id);
    uint32_t* view = reserve();
    uint64_t second = imported(fd, view);
    fill(memory, 3);
    check(view, 3);
    CHECK_EQUAL(0, close(fd));
    fill(view, 5);
    check(memory, 5);
    CHECK_EQUAL(0, release(second));
    check(memory, 5);
}

// The memory lives as long as one handle of it.
static void shared_memory_outlives_the_handle_that_made_it(void) {
    uint64_t handle;
    uint32_t* memory = gpu_memory(BYTES, &handle);
    int fd = exported(handle);
    uint32_t* view = reserve();
    uint64_t second = imported(fd, view);
    fill(memory, 23);
    CHECK_EQUAL(0, release(handle));
    uint32_t* other = gpu_memory(BYTES, NULL);
    CHECK_EQUAL(0, other[1]);
    fill(other, 29);
    check(view, 23);
    CHECK_EQUAL(0, release(second));
    kfd_import_dmabuf gone = {.gpu_id = GPU, .fd = (uint32_t)fd};
    CHECK_EQUAL(-1, request(KFD_IMPORT_DMABUF, &gone));
    uint32_t* again = gpu_memory(BYTES, NULL);
    for (uint32_t i = 0; i < BYTES / 4; i++) CHECK_EQUAL(0, again[i]);
    close(fd);
}

static void other_descriptors_are_refused(void) {
    int fds[] = {open("/dev/zero", O_RDWR), driver, -1};
    for (int i = 0; i < 3; i++) {
        kfd_dmabuf_info info = {.fd = (uint32_t)fds[i]};
        CHECK_EQUAL(-1, request(KFD_GET_DMABUF_INFO, &info));
        kfd_import_dmabuf a = {.gpu_id = GPU, .fd = (uint32_t)fds[i]};
        CHECK_EQUAL(-1, request(KFD_IMPORT_DMABUF, &a));
    }
}

static void send_fd(int socket, int fd) {
    char byte = 0;
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    control.head =
        (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
    CHECK_EQUAL(1, sendmsg(socket, &message, 0));
}

static int receive_fd(int socket) {
    char byte;
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    CHECK_EQUAL(1, recvmsg(socket, &message, 0));
    int fd;
    memcpy(&fd, CMSG_DATA(&control.head), sizeof fd);
    return fd;
}

// A child that has the driver open for itself.
static pid_t other_process(int* socket) {
    int ends[2];
    CHECK_EQUAL(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pid_t child = fork();
    *socket = ends[child == 0];
    close(ends[child != 0]);
    if (child == 0) {
        close(driver);
        open_driver();
    }
    return child;
}

static void await_success(pid_t child) {
    int status;
    CHECK_EQUAL(child, waitpid(child, &status, 0));
    CHECK_EQUAL(0, status);
}

static void another_process_gets_the_memory_by_its_descriptor(void) {
    uint64_t handle;
    uint32_t* memory = gpu_memory(BYTES, &handle);
    fill(memory, 7);
    int socket;
    pid_t child = other_process(&socket);
    if (child == 0) {
        uint32_t* view = reserve();
        imported(receive_fd(socket), view);
        check(view, 7);
        fill(view, 11);
        _exit(0);
    }
    send_fd(socket, exported(handle));
    await_success(child);
    check(memory, 11);
}

static void another_process_gets_the_memory_by_a_handle(void) {
    uint64_t handle;
    uint32_t* memory = gpu_memory(BYTES, &handle);
    fill(memory, 13);
    kfd_ipc_export a = {.handle = handle, .gpu_id = GPU};
    CHECK_EQUAL(0, request(KFD_IPC_EXPORT_HANDLE, &a));
    int socket;
    pid_t child = other_process(&socket);
    if (child == 0) {
        kfd_ipc_import b = {.gpu_id = GPU};
        memcpy(b.share, a.share, sizeof b.share);
        CHECK_EQUAL(0, request(KFD_IPC_IMPORT_HANDLE, &b));
        uint32_t* view = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, driver, (off_t)b.mmap_offset);
        CHECK(view != MAP_FAILED);
        check(view, 13);
        fill(view, 17);
        b.share[2] += 12345;
        CHECK_EQUAL(-1, request(KFD_IPC_IMPORT_HANDLE, &b));
        _exit(0);
    }
    await_success(child);
    check(memory, 17);
}

// As the runtime maps virtual memory: a handle without an address, a buffer object of it, views at addresses.
static void a_buffer_object_is_seen_where_it_is_mapped(void) {
    kfd_alloc_memory a = {.size = BYTES, .gpu_id = GPU, .flags = KFD_MEM_VRAM};
    CHECK_EQUAL(0, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    int render = drmOpenRender(128);
    uint32_t major, minor, kms;
    void* device;
    CHECK(render >= 0);
    CHECK_EQUAL(0, amdgpu_device_initialize(render, &major, &minor, &device));
    struct {
        void* object;
        uint64_t size;
    } result;
    CHECK_EQUAL(0, amdgpu_bo_import(device, 2, (uint32_t)exported(a.handle), &result));
    CHECK_EQUAL(BYTES, result.size);
    uint32_t *view = reserve(), *half = reserve(), *mapped;
    CHECK_EQUAL(0, amdgpu_bo_va_op(result.object, 0, BYTES, HANDLE(view), 0, 1));
    CHECK_EQUAL(0, amdgpu_bo_va_op(result.object, BYTES / 2, BYTES / 2, HANDLE(half), 0, 1));
    CHECK(amdgpu_bo_va_op(result.object, BYTES / 2, BYTES, HANDLE(half), 0, 1) < 0);
    fill(view, 19);
    CHECK_EQUAL(BYTES / 8 * 19, half[0]);
    CHECK_EQUAL(0, amdgpu_bo_cpu_map(result.object, (void**)&mapped));
    check(mapped, 19);
    bo_info told = {.flags = 5, .umd_metadata = {77}}, heard;
    CHECK_EQUAL(0, amdgpu_bo_set_metadata(result.object, &told.flags));
    CHECK_EQUAL(0, amdgpu_bo_query_info(result.object, &heard));
    CHECK_EQUAL(BYTES, heard.alloc_size);
    CHECK(heard.flags == 5 && heard.umd_metadata[0] == 77);
    CHECK_EQUAL(0, amdgpu_bo_export(result.object, 1, &kms));
    uint64_t argument = kms;
    int fd = amdgpu_device_get_fd(device);
    CHECK_EQUAL(0, drmCommandWriteRead(fd, 1, &argument, sizeof argument));
    uint32_t* by_offset = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, fd, (off_t)argument);
    CHECK(by_offset != MAP_FAILED);
    check(by_offset, 19);
    CHECK_EQUAL(0, amdgpu_bo_va_op(result.object, 0, BYTES, HANDLE(view), 0, 2));
    CHECK_EQUAL(0, amdgpu_bo_free(result.object));
    CHECK(drmCommandWriteRead(fd, 1, &argument, sizeof argument) < 0);
    CHECK(drmOpenRender(150) < 0);
}

int main(void) {
    open_driver();
    a_dmabuf_tells_what_it_is_and_shows_the_same_memory();
    shared_memory_outlives_the_handle_that_made_it();
    other_descriptors_are_refused();
    another_process_gets_the_memory_by_its_descriptor();
    another_process_gets_the_memory_by_a_handle();
    a_buffer_object_is_seen_where_it_is_mapped();
    return 0;
}
