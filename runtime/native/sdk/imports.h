// What our JVM's library takes from others, and what stands in its place.
#ifndef RPJ_IMPORTS_H
#define RPJ_IMPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

// The dynamic symbols of a library that is loaded.
typedef struct {
    const struct link_map* map;
    const ElfW(Sym) * symbols;
    const char* names;
    const uint32_t* gnu_hash;
} rpj_symbols;

// False for a library without a table of the GNU kind. Any thread.
bool rpj_open_symbols(rpj_symbols* table, const struct link_map* map);

// Has `library` (a handle of dlopen) call `replacement` where it calls the function of this name in another library;
// other libraries go on calling that function. False if it does not, or if it cannot be changed. Before the library
// is used.
bool rpj_replace_import(void* library, const char* name, void* replacement);

#endif
