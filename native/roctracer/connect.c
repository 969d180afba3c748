/// Which runtimes are there, and when they are told what is wanted of them.
#include "rt.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count_loads(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    *(uint64_t*) data = info->dlpi_adds;
    return 1; // the first object knows
}

uint64_t rt_loads(void) {
    uint64_t loads = 0;
    dl_iterate_phdr(count_loads, &loads);
    return loads;
}

struct wanted {
    const char* prefix;
    char* path;
};

/// Only noted here: to open an object would take the loader's locks in the wrong order.
static int note(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    struct wanted* wanted = data;
    if (info->dlpi_name == NULL) return 0;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* name = slash != NULL ? slash + 1 : info->dlpi_name;
    if (strncmp(name, wanted->prefix, strlen(wanted->prefix)) != 0) return 0;
    wanted->path = strdup(info->dlpi_name);
    return 1;
}

void* rt_loaded(const char* prefix) {
    struct wanted wanted = {prefix, NULL};
    dl_iterate_phdr(note, &wanted);
    if (wanted.path == NULL) return NULL;
    void* handle = dlopen(wanted.path, RTLD_LAZY | RTLD_NOLOAD);
    free(wanted.path);
    return handle;
}

void rt_look(void) {
    static _Atomic uint64_t looked;
    const uint64_t loads = rt_loads();
    if (atomic_load_explicit(&looked, memory_order_acquire) == loads) return;
    const bool hip = rt_hip_look();
    const bool roctx = rt_roctx_look();
    if (hip || roctx) rt_hook_all();
    atomic_store_explicit(&looked, loads, memory_order_release);
}

/// Who talks to the SDK. Nobody waits here: joining the SDK may itself wait for a thread that comes by.
static atomic_flag connecting = ATOMIC_FLAG_INIT;
static atomic_bool again;

void rt_connect(void) {
    atomic_store(&again, true);
    while (atomic_load(&again) && !atomic_flag_test_and_set(&connecting)) {
        while (atomic_exchange(&again, false)) rt_sdk_update();
        atomic_flag_clear(&connecting);
    }
}

void rt_appeared(void) {
    rt_look();
    rt_connect();
}

// --- fork -----------------------------------------------------------------------------------------------------------------

static bool jvm_present;

static int is_jvm(struct dl_phdr_info* info, size_t size, void* data) {
    (void) size;
    (void) data;
    const char* slash = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    return slash != NULL && strncmp(slash, "/libjvm.so", 10) == 0;
}

static void before_fork(void) {
    jvm_present = dl_iterate_phdr(is_jvm, NULL) != 0;
    rt_registry_lock();
}

static void in_parent(void) {
    rt_registry_unlock();
}

/// A client's function may be Java's, and a forked child has no Java: where there is a JVM, nothing is enabled in children.
static void in_child(void) {
    rt_threads_forked();
    rt_pools_forked();
    rt_sdk_forked();
    if (jvm_present) rt_forget_everything();
    atomic_flag_clear(&connecting);
    atomic_store(&again, false);
    rt_registry_unlock();
}

__attribute__((constructor)) static void prepare_for_fork(void) {
    pthread_atfork(before_fork, in_parent, in_child);
}
