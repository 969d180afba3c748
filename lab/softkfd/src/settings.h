// The environment variables SOFTKFD_*, read once, at the latest before the program's first instruction.
#ifndef SOFTKFD_SETTINGS_H
#define SOFTKFD_SETTINGS_H

#include "architecture.h"
#include "base.h"

enum { SK_MOST_GPUS = 16, SK_MOST_TIMES = 64 };

// How long the kernels take whose names match; a pattern of NULL matches all.
typedef struct {
    char* pattern;
    uint64_t low_ns, high_ns; // equal: always that long
} sk_kernel_time;

// What happens once, or to every dispatch, on request.
typedef enum {
    SK_FAULT_MEMORY, // an access to an address that is not there: the runtime ends the program
    SK_FAULT_QUEUE,  // the queue fails
    SK_FAULT_HANG,   // the kernel never ends
    SK_FAULT_LOSE,   // the kernel ends, its signal does not change
    SK_FAULT_EVICT,  // the process's queues are taken off the GPUs before it, and restored
    SK_FAULT_PAGE,   // its arguments are on the other side: page fault, migration
    SK_FAULTS
} sk_fault;

typedef struct {
    uint32_t gpus;
    const sk_architecture* architectures[SK_MOST_GPUS]; // one for each GPU
    uint64_t memory_bytes;                              // of each GPU
    sk_kernel_time times[SK_MOST_TIMES];
    uint32_t time_count;
    uint64_t seed;
    uint64_t copy_bytes_per_ms; // 0: as fast as memory is
    int links;                  // -1: as the architecture has them, 0: PCIe, 1: xGMI
    uint64_t most_allocations;  // UINT64_MAX: no limit
    int log_level;              // 0 nothing, 1 what is unknown, 2 every ioctl, 3 every packet
    const char* truth;          // file, NULL for none
    const char* stats;          // file, "-" for stderr, NULL for none
    struct {
        bool armed;
        uint64_t nth; // 0: every one
        const char* pattern;
    } faults[SK_FAULTS];
} sk_settings;

// Reads the environment. Returns false with one line in `error` if a value is bad.
bool sk_settings_read(sk_settings* settings, char* error, size_t capacity);

// The process's settings, read by the first call, which ends the program for a bad value. Any thread.
const sk_settings* sk_settings_get(void);

#endif
