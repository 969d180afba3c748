#define _GNU_SOURCE
#include "driver.h"

#include <fcntl.h>
#include <linux/ioctl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int driver = -1;

void with_settings(char** arguments, ...) {
    bool missing = false;
    va_list settings;
    va_start(settings, arguments);
    for (char* setting; (setting = va_arg(settings, char*)) != NULL;) {
        char* equals = strchr(setting, '=');
        char* name = strndup(setting, (size_t)(equals - setting));
        const char* present = getenv(name);
        if (present == NULL || strcmp(present, equals + 1) != 0) {
            missing = true;
            CHECK_EQUAL(0, setenv(name, equals + 1, 1));
        }
        free(name);
    }
    va_end(settings);
    if (!missing) return;
    execv("/proc/self/exe", arguments);
    CHECK(!"execv");
}

int open_driver(void) {
    driver = open("/dev/kfd", O_RDWR | O_CLOEXEC);
    CHECK(driver >= 0);
    return driver;
}

int request(unsigned number, void* argument) { return ioctl(driver, _IOWR('K', number, uint64_t), argument); }

static void* reserve(size_t bytes) {
    void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    return memory;
}

uint64_t register_memory(void* memory, size_t bytes) {
    kfd_alloc_memory a = {.address = HANDLE(memory), .size = bytes, .mmap_offset = HANDLE(memory), .gpu_id = GPU};
    a.flags = KFD_MEM_USERPTR | 0xd0000000;
    CHECK_EQUAL(0, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    return a.handle;
}

void* host_memory(size_t bytes) {
    bytes = (bytes + 4095) / 4096 * 4096;
    void* memory = reserve(bytes);
    register_memory(memory, bytes);
    return memory;
}

void* gpu_memory(size_t bytes, uint64_t* handle) {
    void* memory = reserve(bytes);
    kfd_alloc_memory a = {.address = HANDLE(memory), .size = bytes, .gpu_id = GPU, .flags = KFD_MEM_VRAM | 0xd0000000};
    CHECK_EQUAL(0, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    if (handle != NULL) *handle = a.handle;
    return memory;
}

uint64_t boot_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint64_t ns_of_ticks(uint64_t ticks) {
    kfd_clock_counters now = {.gpu_id = GPU};
    CHECK_EQUAL(0, request(KFD_GET_CLOCK_COUNTERS, &now));
    return now.system - (now.gpu - ticks) * 10;
}

void nap(void) {
    struct timespec t = {.tv_nsec = 100000};
    nanosleep(&t, NULL);
}

amd_signal* create_signal(int64_t value) {
    static amd_signal* pool;
    static size_t used;
    if (pool == NULL) pool = host_memory(1024 * sizeof *pool);
    CHECK(used < 1024);
    amd_signal* s = &pool[used++];
    memset(s, 0, sizeof *s);
    s->kind = 1;
    atomic_store(&s->value, value);
    return s;
}

int64_t value_of(amd_signal* s) { return atomic_load(&s->value); }

static _Atomic(uint64_t)* map_doorbell(uint64_t offset) {
    uint64_t page = offset & ~(uint64_t)8191;
    char* map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, driver, (off_t)page);
    CHECK(map != MAP_FAILED);
    return (_Atomic(uint64_t)*)(void*)(map + (offset - page));
}

queue create_queue(uint32_t gpu_id, uint32_t type, uint32_t bytes) {
    queue q = {.bytes = bytes, .ring = host_memory(bytes), .descriptor = host_memory(4096)};
    q.write = (_Atomic(uint64_t)*)(void*)(q.descriptor + 56);
    q.read = (_Atomic(uint64_t)*)(void*)(q.descriptor + AMD_QUEUE_READ_INDEX);
    uint32_t offset = AMD_QUEUE_READ_INDEX;
    memcpy(q.descriptor + AMD_QUEUE_READ_INDEX_OFFSET, &offset, sizeof offset);
    q.save_area = host_memory(4096);
    q.inactive = create_signal(0);
    uint64_t inactive = HANDLE(q.inactive);
    memcpy(q.descriptor + AMD_QUEUE_INACTIVE_SIGNAL, &inactive, sizeof inactive);
    if (type == KFD_QUEUE_AQL)
        for (uint32_t at = 0; at < bytes; at += 64) q.ring[at] = HSA_PACKET_INVALID;
    kfd_create_queue a = {.ring_base = HANDLE(q.ring),
                          .write_pointer = HANDLE(q.write),
                          .read_pointer = HANDLE(q.read),
                          .ring_size = bytes,
                          .gpu_id = gpu_id,
                          .type = type,
                          .percentage = 100,
                          .priority = 7,
                          .save_address = HANDLE(q.save_area)};
    CHECK_EQUAL(0, request(KFD_CREATE_QUEUE, &a));
    q.id = a.queue_id;
    q.doorbell = map_doorbell(a.doorbell_offset);
    return q;
}

void destroy_queue(queue* q) {
    uint64_t id = q->id;
    CHECK_EQUAL(0, request(KFD_DESTROY_QUEUE, &id));
}

void set_profiling(queue* q, bool on) {
    _Atomic(uint32_t)* properties = (_Atomic(uint32_t)*)(void*)(q->descriptor + AMD_QUEUE_PROPERTIES);
    if (on) atomic_fetch_or(properties, AMD_QUEUE_PROFILING);
    else atomic_fetch_and(properties, ~(uint32_t)AMD_QUEUE_PROFILING);
}

hsa_dispatch dispatch_of(amd_signal* completion) {
    return (hsa_dispatch){
        .setup = 1, .workgroup = {1, 1, 1}, .grid = {1, 1, 1}, .kernel_object = 64, .completion = HANDLE(completion)};
}

void write_packet(queue* q, uint64_t index, const void* packet, uint16_t header) {
    char* slot = q->ring + (index * 64 & (q->bytes - 1));
    memcpy(slot + 2, (const char*)packet + 2, 62);
    __atomic_store_n((uint16_t*)(void*)slot, header, __ATOMIC_RELEASE);
}

void ring_doorbell(queue* q, uint64_t index) { atomic_store(q->doorbell, index); }

uint64_t submit(queue* q, const void* packet, uint16_t header) {
    uint64_t index = atomic_fetch_add(q->write, 1);
    AWAIT(index - atomic_load(q->read) < q->bytes / 64);
    write_packet(q, index, packet, header);
    ring_doorbell(q, index);
    return index;
}
