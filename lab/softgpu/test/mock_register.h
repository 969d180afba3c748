// A rocprofiler-register that records registrations and can wrap the tables.
#ifndef SOFTGPU_MOCK_REGISTER_H
#define SOFTGPU_MOCK_REGISTER_H

#include <stdint.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_int;
extern "C" {
#else
#include <stdatomic.h>
#endif

typedef struct mock_registration {
    const char* name;
    uint32_t version;
    uint32_t imported; // the result of the import function
    uint64_t tables;
    void* table;
} mock_registration;

typedef struct mock_state {
    mock_registration registrations[8];
    int count;
    atomic_int hip_malloc, hsa_queue_create, hsa_async_copy, hsa_executable_freeze, push_configuration;
} mock_state;

extern mock_state mock;

// Does later what MOCK_REGISTER=wrap does at once, to the table of the registration with that number.
void mock_wrap(int registration);

#ifdef __cplusplus
}
#endif

#endif
