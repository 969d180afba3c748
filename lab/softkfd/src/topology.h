// The driver's files: /sys/devices/virtual/kfd and /sys/module/amdgpu, as a folder of this setting.
#ifndef SOFTKFD_TOPOLOGY_H
#define SOFTKFD_TOPOLOGY_H

#include <stddef.h>

// The path to open instead of `path`: one in the folder for the driver's files, `path` itself for others. `buffer` has
// room for PATH_MAX. NULL with errno if the folder cannot be made. Allocates nothing.
const char* sk_topology_path(const char* path, char* buffer, size_t capacity);

#endif
