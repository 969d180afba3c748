// The device files.
#ifndef SOFTKFD_DEVICES_H
#define SOFTKFD_DEVICES_H

#include "files.h"

// What device a path names; of kind SK_FILE_OTHER for all other paths.
sk_file sk_device_of(const char* path);

// Opens a device. Returns a descriptor, or -1 with errno.
int sk_device_open(sk_file file);

// The path to look at instead of `path` for what a file is: of a device one that is there, of a driver's file that in
// our folder. NULL with errno.
const char* sk_device_path(const char* path, char* buffer, size_t capacity);

#endif
