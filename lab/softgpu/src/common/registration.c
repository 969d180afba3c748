#define _GNU_SOURCE
#include "registration.h"

#include <stdio.h>
#include <unistd.h>

// rocprofiler-register's C ABI (`rocprofiler-register.h` of rocprofiler-register 0.5.0).
typedef struct {
    uint64_t handle;
} register_identifier;
extern int rocprofiler_register_library_api_table(const char* common_name, uint32_t (*import_func)(void),
                                                  uint32_t lib_version, void** api_tables, uint64_t api_table_length,
                                                  register_identifier* register_id) __attribute__((weak));
extern const char* rocprofiler_register_error_string(int error) __attribute__((weak));

enum { REGISTER_SUCCESS = 0, REGISTER_NO_TOOLS = 1 };

static bool register_table(sg_registration* registration) {
    register_identifier id = {0};
    void* tables[1] = {registration->copy};
    int error = rocprofiler_register_library_api_table(registration->name, registration->import, registration->version,
                                                       tables, 1, &id);
    if (error != REGISTER_SUCCESS && error != REGISTER_NO_TOOLS) {
        fprintf(stderr, "softgpu: %s is not traced: %s\n", registration->name,
                rocprofiler_register_error_string(error));
    }
    return error == REGISTER_SUCCESS;
}

const void* sg_registered_table(sg_registration* registration) {
    const void* table = atomic_load_explicit(&registration->current, memory_order_acquire);
    if (table != NULL) return table;
    int self = gettid();
    if (atomic_load(&registration->owner) == self) return registration->original;
    pthread_mutex_lock(&registration->lock);
    table = atomic_load(&registration->current);
    if (table == NULL) {
        atomic_store(&registration->owner, self);
        registration->has_tool = register_table(registration);
        table = registration->copy;
        atomic_store_explicit(&registration->current, table, memory_order_release);
        atomic_store(&registration->owner, 0);
    }
    pthread_mutex_unlock(&registration->lock);
    return table;
}

void sg_unregistered_table(sg_registration* registration) {
    const void* nothing = NULL;
    atomic_compare_exchange_strong(&registration->current, &nothing, registration->copy);
}
