// The state of this library in a forked child.
#include <link.h>
#include <pthread.h>
#include <string.h>

#include "base/threads.h"
#include "hooks/hooks.h"
#include "pool/pool.h"
#include "sdk/sdk.h"
#include "trace/clients.h"
#include "trace/registry.h"

static bool jvm_present;

static int is_jvm(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    (void)data;
    const char* slash = info->dlpi_name != NULL ? strrchr(info->dlpi_name, '/') : NULL;
    return slash != NULL && strncmp(slash, "/libjvm.so", 10) == 0;
}

static void before_fork(void) {
    jvm_present = dl_iterate_phdr(is_jvm, NULL) != 0;
    rt_registry_lock();
}

static void in_parent(void) { rt_registry_unlock(); }

// A client's function may be Java's, and a forked child has no Java: if there is a JVM, and a function that is in no
// library, children disable everything.
static void in_child(void) {
    rt_threads_forked();
    rt_pools_forked();
    rt_sdk_forked();
    if (jvm_present && rt_has_made_clients()) rt_forget_all();
    rt_registry_unlock();
}

__attribute__((constructor)) static void prepare_for_fork(void) { pthread_atfork(before_fork, in_parent, in_child); }
