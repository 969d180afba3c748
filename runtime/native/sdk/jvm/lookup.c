// Replacements of C library functions for our JVM: symbol look-ups that do not wait for the loader, and the bounds
// of the stacks that we make for Java (stacks.c).
//
// A JVM that starts, or collects garbage, inside a library's constructor finds the loader's lock held by the thread
// that is opening that library. Its other threads look up native methods with dlsym, which waits for that lock, and
// the JVM waits for those threads to reach a safepoint: a deadlock. Python programs open libraries whose
// constructors call HIP, so this is not rare. libjvm's dlsym is therefore replaced by ours, which reads the
// library's own symbol table without a lock, because the JVM never closes the libraries it searches.
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "java/stacks.h"
#include "jvm/jvm.h"
#include "jvm/natives.h"
#include "signals/signal_routes.h"
#include "system/imports.h"

// The folder of the JVM's own libraries, with a trailing slash.
static char own_folder[PATH_MAX];

// Whether the name is a native method, of a library of the JVM itself. Those define them themselves: a missing
// symbol need not be searched for in their dependencies.
static bool is_native(const struct link_map* map, const char* name) {
    size_t length = strlen(own_folder);
    return length && strncmp(name, "Java_", 5) == 0 && map->l_name != NULL
        && strncmp(map->l_name, own_folder, length) == 0;
}

// Any thread. Returns the same results as dlsym, but that our signal library may not be in the global scope.
static void* find_symbol(void* handle, const char* name) {
    rpj_symbols table;
    // With the GNU loader a handle is the library's entry in the link map; these two are not libraries.
    void* signals = handle == RTLD_DEFAULT ? rpj_signal_function_for_jvm(name) : NULL;
    if (signals != NULL) return signals;
    if (handle == RTLD_DEFAULT || handle == RTLD_NEXT || !rpj_open_symbols(&table, handle)) return dlsym(handle, name);
    void* found = rpj_look_up(&table, name);
    if (found != NULL && is_native(table.map, name)) return rpj_native_instead(name, found);
    return found != NULL || is_native(table.map, name) ? found : dlsym(handle, name);
}

// Stores `lib/` for `lib/server/libjvm.so`. A JVM finds its libraries by the real path of this one.
static void note_folder(const char* libjvm) {
    if (realpath(libjvm, own_folder) == NULL) return;
    for (int i = 0; i < 2; i++) {
        char* slash = strrchr(own_folder, '/');
        if (slash != NULL) *slash = '\0';
    }
    strcat(own_folder, "/");
}

bool rpj_free_lookups(void* libjvm) {
    struct link_map* map = NULL;
    if (dlinfo(libjvm, RTLD_DI_LINKMAP, &map) != 0) return false;
    note_folder(map->l_name);
    rpj_replace_import(libjvm, "dlsym", (void*)find_symbol);
    return rpj_replace_import(libjvm, "pthread_getattr_np", (void*)rpj_stack_for_jvm);
}
