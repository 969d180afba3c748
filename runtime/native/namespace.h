// Whether a library was loaded by dlmopen into a separate namespace, where none of the program's symbols
// are visible.
#ifndef RPJ_NAMESPACE_H
#define RPJ_NAMESPACE_H

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>

// `function` is one of the library's own. True if the namespace is unknown. Any thread.
static inline bool rpj_is_in_base_namespace(const void* function) {
    Dl_info info;
    struct link_map* map = NULL;
    Lmid_t namespace = LM_ID_BASE;
    if (dladdr1(function, &info, (void**)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return true;
    return dlinfo(map, RTLD_DI_LMID, &namespace) != 0 || namespace == LM_ID_BASE;
}

#endif
