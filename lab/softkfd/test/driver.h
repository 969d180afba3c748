// For the tests: the driver as a runtime uses it. A function ends the program if the driver refuses what it must not.
#ifndef SOFTKFD_TEST_DRIVER_H
#define SOFTKFD_TEST_DRIVER_H

#include "abi.h"
#include "check.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GPU = 0x1000 };

// Sets variables, given as "NAME=value", ended by NULL, and starts the program again if one of them is not set yet: the
// library has read them before main.
void with_settings(char** arguments, ...);

// Opens the driver's device.
int open_driver(void);
extern int driver;

// A request by its number; -1 with errno.
int request(unsigned number, void* argument);

// Memory that the first GPU sees: of the host's, and of its own. Whole pages, zero.
void* host_memory(size_t bytes);
void* gpu_memory(size_t bytes, uint64_t* handle);
uint64_t register_memory(void* memory, size_t bytes);

uint64_t boot_ns(void);
uint64_t ns_of_ticks(uint64_t ticks);

// Waits for a condition of at most ten seconds.
#define AWAIT(condition) \
    do { \
        for (int left_ = 100000; !(condition); left_--) { \
            CHECK(left_ > 0 && #condition); \
            nap(); \
        } \
    } while (0)
void nap(void);

// A queue, its memory and its doorbell.
typedef struct {
    uint32_t id;
    char* descriptor; // amd_queue_t
    char* ring;
    uint64_t bytes;
    _Atomic(uint64_t)*write, *read, *doorbell;
    kfd_save_area* save_area;
    amd_signal* inactive;
} queue;

queue create_queue(uint32_t gpu_id, uint32_t type, uint32_t bytes);
void destroy_queue(queue* q);

// Whether packets have times.
void set_profiling(queue* q, bool on);

amd_signal* create_signal(int64_t value);
int64_t value_of(amd_signal* s);
#define HANDLE(pointer) ((uint64_t)(uintptr_t)(pointer))

// A packet for one work-group of one work-item.
hsa_dispatch dispatch_of(amd_signal* completion);

// Writes a packet at `index`, its header last; submits up to it.
void write_packet(queue* q, uint64_t index, const void* packet, uint16_t header);
void ring_doorbell(queue* q, uint64_t index);
uint64_t submit(queue* q, const void* packet, uint16_t header);

enum { DISPATCH = HSA_PACKET_DISPATCH, AFTER_ALL = HSA_PACKET_BARRIER_BIT };

#endif
