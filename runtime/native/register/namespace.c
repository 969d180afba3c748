// A runtime in a separate namespace (dlmopen) loads its own copy of this library, which sees neither tools nor an
// SDK there; glibc cannot even open an SDK with RTLD_GLOBAL in such a namespace (it crashes). Registrations with
// the copy are forwarded to the program's library: tables are pointers, which are valid in all namespaces.
#include "../namespace.h"
#include "register_internal.h"

// The program's library when this is a copy, else `own`; it never changes once known.
static _Atomic(const struct register_functions*) known;

static struct register_functions base;
static const struct register_functions own;
static const struct register_functions none; // A copy, and the program's library cannot be opened.

static const struct register_functions* find(void) {
    Dl_info me;
    if (rpj_is_in_base_namespace((const void*)&find)) return &own;
    void* library = dladdr((const void*)&find, &me) != 0 ? dlmopen(LM_ID_BASE, me.dli_fname, RTLD_LAZY) : NULL;
    if (library == NULL) return &none;
    struct register_functions found = {
        .add = (register_add_fn)dlsym(library, "rocprofiler_register_library_api_table"),
        .iterate = (register_iterate_fn)dlsym(library, "rocprofiler_register_iterate_registration_info"),
        .pending = (register_replay_fn)dlsym(library, "rocprofiler_register_invoke_nonpropagated_registrations"),
        .all = (register_replay_fn)dlsym(library, "rocprofiler_register_invoke_all_registrations"),
        .attach = (register_attach_fn)dlsym(library, "rocprofiler_register_attach"),
        .detach = (register_replay_fn)dlsym(library, "rocprofiler_register_detach"),
    };
    if (found.add == NULL || found.iterate == NULL || found.pending == NULL || found.all == NULL) return &none;
    if (found.attach == NULL || found.detach == NULL) return &none;
    base = found; // all threads find the same
    return &base;
}

bool base_register(const struct register_functions** functions) {
    const struct register_functions* found = atomic_load_explicit(&known, memory_order_acquire);
    if (found == NULL) {
        found = find();
        atomic_store_explicit(&known, found, memory_order_release);
    }
    *functions = found == &base ? found : NULL;
    return found != &own;
}
