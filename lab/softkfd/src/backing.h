// The memory of all GPUs: one sparse file in memory, of which every descriptor of a device is a duplicate, so that the
// runtime's own mmap of a device at an offset that the driver gave it maps the right pages.
//
//   0          doorbells: 16 KiB for each GPU
//   1 MiB      head: marks the file as ours
//   1 GiB      VRAM, system memory that the GPUs allocate, register pages
//   2 TiB      directory: for the first page of each allocation what it is, so that another process can share it
#ifndef SOFTKFD_BACKING_H
#define SOFTKFD_BACKING_H

#include "base.h"

enum { SK_DOORBELL_PAGE = 16384, SK_DOORBELL_BYTES = 1 << 20 };

typedef struct {
    uint64_t size; // 0: nothing begins here
    uint32_t gpu, flags;
    _Atomic(uint32_t) references; // handles of all processes
} sk_extent;

// Opens another descriptor of the file, which the first call creates. Returns it, or -1 with errno.
int sk_backing_open(void);

// The descriptor that the library itself keeps; -1 before the first open.
int sk_backing_fd(void);

// The doorbell of slot `slot` of GPU `gpu`; NULL before the first open.
_Atomic(uint64_t)* sk_backing_doorbell(uint32_t gpu, uint32_t slot);

// The offset by which the runtime maps that doorbell's page. Which GPU's it is, is told by high bits as the driver's,
// as some runtimes take all of the low 32 for the place in the page.
uint64_t sk_backing_doorbell_offset(uint32_t gpu, uint32_t slot);
bool sk_backing_is_doorbell(uint64_t offset);
uint64_t sk_backing_doorbell_page(uint64_t offset); // in the file

// Takes `extent.size` bytes, zero. Returns the offset, or 0 if there is no room. Under the engine's lock, as the next.
uint64_t sk_backing_take(sk_extent extent);

// One handle more, one handle less of an allocation in the file `fd`. The first fails for what is gone; the last one to
// go gives the pages back to the system, and the offset to the allocations of this process if the file is its own.
bool sk_backing_retain(int fd, uint64_t offset);
void sk_backing_release(int fd, uint64_t offset);

// Opens a descriptor of its own for an allocation in the file `fd`, to be passed on: its position is the offset. -1
// with errno.
int sk_backing_export(int fd, uint64_t offset);

// What `fd` exports, possibly of another process. False if it is no such descriptor.
bool sk_backing_exported(int fd, uint64_t* offset, sk_extent* extent);

// Reads the directory of the file `fd`, one of ours.
bool sk_backing_extent(int fd, uint64_t offset, sk_extent* extent);

// What a process says of an allocation to those who share it; SK_METADATA_BYTES at most, zero at first.
enum { SK_METADATA_BYTES = 384 };
bool sk_backing_set_metadata(int fd, uint64_t offset, const void* metadata, size_t bytes);
bool sk_backing_metadata(int fd, uint64_t offset, void* metadata, size_t bytes);

// In a forked child: the next open makes a new file.
void sk_backing_after_fork(void);

#endif
