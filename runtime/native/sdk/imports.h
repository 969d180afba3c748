// The imports of our JVM's library, and their replacements.
#ifndef RPJ_IMPORTS_H
#define RPJ_IMPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

// The dynamic symbols of a loaded library.
typedef struct {
    const struct link_map* map;
    const ElfW(Sym) * symbols;
    const char* names;
    const uint32_t* gnu_hash;
} rpj_symbols;

// False for a library without a GNU hash table. Any thread.
bool rpj_open_symbols(rpj_symbols* table, const struct link_map* map);

// Makes `library` (a handle of dlopen) call `replacement` instead of the imported function of this name; other
// libraries still call that function. False if it does not import it, or if the entry cannot be changed. Before the
// library is used.
bool rpj_replace_import(void* library, const char* name, void* replacement);

#endif
