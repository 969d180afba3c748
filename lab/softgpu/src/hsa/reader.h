// Code object readers.
#ifndef SOFTGPU_HSA_READER_H
#define SOFTGPU_HSA_READER_H

#include "code.h"

extern pthread_mutex_t sg_loader_lock;

// With the loader lock. Returns the reader's source, or NULL.
const sg_storage* sg_reader_storage(hsa_code_object_reader_t handle);

#endif
