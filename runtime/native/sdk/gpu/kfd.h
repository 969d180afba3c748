// The kernel driver's events.
#ifndef RPJ_KFD_H
#define RPJ_KFD_H

#include <stdbool.h>
#include <stdint.h>

// The version of the kernel driver's interface: major << 32 | minor; 0 without a driver or permission. Any thread.
uint64_t rpj_kfd_version(const char* device);

// Starts listening to the events in `mask` of these GPUs (by the driver's numbers). Returns the number of GPUs for
// which that succeeded. Once per process, before rpj_kfd_next.
uint64_t rpj_kfd_start(const char* device, const uint32_t* gpus, uint64_t count, uint64_t mask);

// Adds one more source of text, which is closed at the end; false if there are too many. Before rpj_kfd_next.
bool rpj_kfd_watch(int fd);

// Waits until a source has text and reads it: its number << 32 | bytes, or 0 at the end: rpj_kfd_stop was called,
// or every source has ended. All sources are then closed. One thread.
uint64_t rpj_kfd_next(char* text, uint64_t capacity);

// Ends present and future waits. Any thread.
void rpj_kfd_stop(void);

#endif
