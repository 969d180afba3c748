// The public functions, the two API tables behind them, and their registration at the first call.
#include "entry.h"

#include "base.h"
#include "hip.h"
#include "registration.h"
#include "tracer.h"

#include "hip_traced.inc"

static const HipDispatchTable original = {
    .size = sizeof(HipDispatchTable),
#include "init_HipDispatchTable.inc"
};
static const HipCompilerDispatchTable compiler_original = {
    .size = sizeof(HipCompilerDispatchTable),
#include "init_HipCompilerDispatchTable.inc"
};
static HipDispatchTable copy;
static HipCompilerDispatchTable compiler_copy;

static uint32_t version(void) { return SG_HIP_VERSION; }

// Distributions build HIP without rocprofiler-register.
static bool registers(void) { return sg_env_number("SOFTGPU_HIP_REGISTER", 1, 0, 1) != 0; }

typedef uint32_t import(void);

// Resolves the import functions for the loader, at each look-up: a HIP that does not register has none.
__attribute__((no_sanitize("address", "undefined", "thread"), used)) static import* find_import(void) {
    return registers() ? version : NULL;
}

SOFTGPU_EXPORT import rocprofiler_register_import_hip __attribute__((ifunc("find_import")));
SOFTGPU_EXPORT import rocprofiler_register_import_hip_compiler __attribute__((ifunc("find_import")));

sg_registration sg_hip_registration = {
    .name = "hip",
    .version = SG_HIP_VERSION,
    .import = version,
    .copy = &copy,
    .original = &original,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};
sg_registration sg_hip_compiler_registration = {
    .name = "hip_compiler",
    .version = SG_HIP_VERSION,
    .import = version,
    .copy = &compiler_copy,
    .original = &compiler_original,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

// Like AMD's, a table is filled by the first call through it. SOFTGPU_HIP_SLOTS simulates an older release with a
// shorter table. Our own calls still use all of the copy.
static void fill_copy(void) {
    copy = original;
    copy.size = sizeof copy.size + 8 * (size_t)sg_env_number("SOFTGPU_HIP_SLOTS", HIP_TABLE_SLOTS, 0, HIP_TABLE_SLOTS);
}

static void fill_compiler_copy(void) { compiler_copy = compiler_original; }

static const void* table_of(sg_registration* registration, pthread_once_t* filled, void (*fill)(void)) {
    const void* known = atomic_load_explicit(&registration->current, memory_order_acquire);
    if (known == NULL) {
        pthread_once(filled, fill);
        if (!registers()) sg_unregistered_table(registration);
    }
    return sg_registered_table(registration);
}

const HipDispatchTable* softgpu_hip_table(void) {
    static pthread_once_t filled = PTHREAD_ONCE_INIT;
    return table_of(&sg_hip_registration, &filled, fill_copy);
}

const HipCompilerDispatchTable* softgpu_hip_compiler_table(void) {
    static pthread_once_t filled = PTHREAD_ONCE_INIT;
    return table_of(&sg_hip_compiler_registration, &filled, fill_compiler_copy);
}

#include "hip_exports.inc"
