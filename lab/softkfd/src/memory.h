// The GPUs' memory as the runtime allocates it: handles, and the addresses at which a GPU sees memory.
//
// All functions are called under the engine's lock unless they say otherwise.
#ifndef SOFTKFD_MEMORY_H
#define SOFTKFD_MEMORY_H

#include "abi.h"
#include "base.h"

// The driver's name for a GPU.
enum { SK_FIRST_GPU_ID = 0x1000 };

// The index of the GPU with an id, or -1.
int sk_gpu_of_id(uint32_t gpu_id);

// Each takes the arguments of its request and returns 0 or an errno.
int sk_memory_alloc(kfd_alloc_memory* request);
int sk_memory_free(uint64_t handle);
int sk_memory_map(kfd_map_memory* request);
int sk_memory_export(kfd_export_dmabuf* request);
int sk_memory_import(kfd_import_dmabuf* request);
int sk_memory_dmabuf_info(kfd_dmabuf_info* request);
int sk_memory_ipc_export(kfd_ipc_export* request);
int sk_memory_ipc_import(kfd_ipc_import* request);

uint64_t sk_memory_available(uint32_t gpu);

// Makes the `size` bytes at `address` memory of the GPUs, which is at `host` in this process. 0 or an errno.
int sk_memory_show(uint64_t address, uint64_t size, uint64_t host);

// The opposite; the whole of a range that begins at `address`.
void sk_memory_hide(uint64_t address, uint64_t size);

// The memory that a GPU sees at `address`, and in `*bytes` how much follows it; NULL if it would fault.
void* sk_memory_at(uint64_t address, uint64_t* bytes);

// The same for an object of `size` bytes, which must lie in one piece.
void* sk_memory_object(uint64_t address, uint64_t size);

// Of imported memory: its size, where an mmap of a device finds it, and a view of a part of it at an address, which
// sk_memory_hide ends. 0 for what is not imported; 0 or an errno.
uint64_t sk_memory_size(uint64_t handle);
uint64_t sk_memory_mmap_offset(uint64_t handle);
bool sk_memory_set_metadata(uint64_t handle, const void* metadata, size_t bytes);
bool sk_memory_metadata(uint64_t handle, void* metadata, size_t bytes);
int sk_memory_place(uint64_t handle, uint64_t offset, uint64_t size, uint64_t address);

// Where an mmap of a device at `offset` leads: `*fd` and `*offset` may change, for memory of another process. Takes no
// lock, as it is called by mmap.
void sk_memory_mapped(int* fd, int64_t* offset);

// In a forked child.
void sk_memory_after_fork(void);

#endif
