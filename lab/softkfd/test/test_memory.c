// Memory of the GPUs: handles, what is left, what a GPU sees.
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { MEGABYTE = 1 << 20 };

static uint64_t available(void) {
    kfd_available_memory a = {.gpu_id = GPU};
    CHECK_EQUAL(0, request(KFD_AVAILABLE_MEMORY, &a));
    return a.available;
}

static int release(uint64_t handle) { return request(KFD_FREE_MEMORY_OF_GPU, &handle); }

static int map(uint64_t handle, uint32_t gpu_id) {
    kfd_map_memory a = {.handle = handle, .gpu_ids = HANDLE(&gpu_id), .count = 1};
    int result = request(KFD_MAP_MEMORY_TO_GPU, &a);
    if (result == 0) CHECK_EQUAL(1, a.succeeded);
    return result;
}

static void memory_is_counted_and_comes_back_empty(void) {
    uint64_t before = available(), handle;
    CHECK_EQUAL(256 * (uint64_t)MEGABYTE, before);
    char* memory = gpu_memory(16 * MEGABYTE, &handle);
    CHECK_EQUAL(before - 16 * MEGABYTE, available());
    memset(memory, 7, 16 * MEGABYTE);
    CHECK_EQUAL(0, map(handle, GPU));
    CHECK_EQUAL(0, release(handle));
    CHECK_EQUAL(before, available());
    char* again = gpu_memory(16 * MEGABYTE, &handle);
    for (int i = 0; i < 16 * MEGABYTE; i += 4096) CHECK_EQUAL(0, again[i]);
    CHECK_EQUAL(0, release(handle));
}

static void more_than_there_is_is_refused(void) {
    kfd_alloc_memory a = {.size = 257 * (uint64_t)MEGABYTE, .gpu_id = GPU, .flags = KFD_MEM_VRAM};
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    CHECK_EQUAL(ENOMEM, errno);
}

static void what_makes_no_sense_is_refused(void) {
    kfd_alloc_memory none = {.size = 0, .gpu_id = GPU, .flags = KFD_MEM_VRAM};
    kfd_alloc_memory nowhere = {.size = 4096, .gpu_id = 5, .flags = KFD_MEM_VRAM};
    kfd_alloc_memory kindless = {.size = 4096, .gpu_id = GPU};
    kfd_alloc_memory crooked = {.address = 4097, .size = 4096, .gpu_id = GPU, .flags = KFD_MEM_VRAM};
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, &none));
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, &nowhere));
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, &kindless));
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, &crooked));
    CHECK_EQUAL(-1, request(KFD_ALLOC_MEMORY_OF_GPU, NULL));
    CHECK_EQUAL(EFAULT, errno);
}

static void a_handle_is_good_until_it_is_freed(void) {
    uint64_t handle;
    gpu_memory(4096, &handle);
    CHECK_EQUAL(-1, map(handle, 99));
    CHECK_EQUAL(-1, map(handle + ((uint64_t)1 << 32), GPU)); // of another GPU
    CHECK_EQUAL(0, release(handle));
    CHECK_EQUAL(-1, release(handle));
    CHECK_EQUAL(-1, map(handle, GPU));
    CHECK_EQUAL(-1, release(0));
    CHECK_EQUAL(-1, release(~(uint64_t)0));
}

static void thousands_of_allocations_of_all_sizes_do_not_disturb_each_other(void) {
    enum { COUNT = 3000 };
    static uint64_t handles[COUNT];
    static uint32_t* memory[COUNT];
    for (int i = 0; i < COUNT; i++) {
        memory[i] = gpu_memory((size_t)(1 + i % 5) * 4096, &handles[i]);
        *memory[i] = (uint32_t)i;
    }
    for (int i = 0; i < COUNT; i += 2) CHECK_EQUAL(0, release(handles[i]));
    for (int i = 0; i < COUNT; i += 2) {
        memory[i] = gpu_memory((size_t)(1 + i % 7) * 4096, &handles[i]);
        CHECK_EQUAL(0, *memory[i]);
        *memory[i] = (uint32_t)i;
    }
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQUAL(i, *memory[i]);
        CHECK_EQUAL(0, release(handles[i]));
    }
    CHECK_EQUAL(256 * (uint64_t)MEGABYTE, available());
}

static void the_runtime_maps_the_device_where_an_allocation_says(void) {
    kfd_alloc_memory a = {.size = 8192, .gpu_id = GPU, .flags = KFD_MEM_GTT};
    CHECK_EQUAL(0, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    uint32_t* one = mmap(NULL, 8192, PROT_NONE, MAP_SHARED, driver, (off_t)a.mmap_offset);
    uint32_t* two = mmap(NULL, 8192, PROT_READ, MAP_SHARED, driver, (off_t)a.mmap_offset);
    CHECK(one != MAP_FAILED && two != MAP_FAILED);
    one[1024] = 42; // what a GPU sees, can always be written
    CHECK_EQUAL(42, two[1024]);
    CHECK_EQUAL(0, release(a.handle));
}

// Host memory that the GPU sees at another address; a copy engine goes there.
static void registered_memory_is_found_at_the_address_that_it_was_given(void) {
    uint32_t* host = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint32_t* to = host_memory(4096);
    uint64_t elsewhere = (uint64_t)1 << 40;
    kfd_alloc_memory a = {.address = elsewhere, .size = 4096, .mmap_offset = HANDLE(host), .gpu_id = GPU};
    a.flags = KFD_MEM_USERPTR;
    CHECK_EQUAL(0, request(KFD_ALLOC_MEMORY_OF_GPU, &a));
    host[1] = 77;
    amd_signal* done = create_signal(1);
    queue q = create_queue(GPU, KFD_QUEUE_SDMA, 1024);
    uint64_t from = elsewhere + 4, value = HANDLE(&done->value);
    uint32_t words[] = {1,
                        3,
                        0,
                        (uint32_t)from,
                        (uint32_t)(from >> 32),
                        (uint32_t)HANDLE(to),
                        (uint32_t)(HANDLE(to) >> 32),
                        10 | 47u << 25,
                        (uint32_t)value,
                        (uint32_t)(value >> 32),
                        ~0u,
                        ~0u,
                        0,
                        0,
                        0};
    memcpy(q.ring, words, sizeof words);
    atomic_store(q.write, sizeof words);
    atomic_store(q.doorbell, sizeof words);
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL(77, to[0]);
    destroy_queue(&q);
    CHECK_EQUAL(0, release(a.handle));
}

static void shared_ranges_have_attributes(void) {
    struct {
        kfd_svm head;
        uint32_t attributes[6];
    } a = {.head = {.start = (uint64_t)1 << 41, .size = 8192, .operation = 1, .count = 3},
           .attributes = {0, 5, 1, 5, 5, 9}};
    CHECK_EQUAL(0, request(KFD_SVM, &a));
    CHECK_EQUAL(0xffffffff, a.attributes[1]);
    CHECK_EQUAL(0xffffffff, a.attributes[3]);
    a.head.operation = 0;
    CHECK_EQUAL(0, request(KFD_SVM, &a));
    a.head.operation = 9;
    CHECK_EQUAL(-1, request(KFD_SVM, &a));
    a.head.operation = 0;
    a.head.size = 100;
    CHECK_EQUAL(-1, request(KFD_SVM, &a));
}

static void requests_that_are_not_there_are_refused(void) {
    static const unsigned numbers[] = {0, 0x0d, 0x10, 0x1b, 0x22, 0x26, 0x28, 0x7f, 0x82, 0x84, 0x85, 0xff};
    uint64_t argument[64] = {0};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        CHECK_EQUAL(-1, request(numbers[i], argument));
        CHECK_EQUAL(EINVAL, errno);
    }
}

int main(int count, char** arguments) {
    (void)count;
    with_settings(arguments, "SOFTKFD_MEMORY_MB=256", NULL);
    open_driver();
    memory_is_counted_and_comes_back_empty();
    more_than_there_is_is_refused();
    what_makes_no_sense_is_refused();
    a_handle_is_good_until_it_is_freed();
    thousands_of_allocations_of_all_sizes_do_not_disturb_each_other();
    the_runtime_maps_the_device_where_an_allocation_says();
    registered_memory_is_found_at_the_address_that_it_was_given();
    shared_ranges_have_attributes();
    requests_that_are_not_there_are_refused();
    return 0;
}
