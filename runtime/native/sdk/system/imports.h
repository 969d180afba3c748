// The imports of libraries, and their replacements: those of our JVM's (jvm.h), and of the whole process's functions
// for signals (signal_routes.h).
#ifndef RPJ_IMPORTS_H
#define RPJ_IMPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
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

// A plain function or object that the library exports, or NULL. Takes no lock of the loader's; any thread.
void* rpj_look_up(const rpj_symbols* table, const char* name);

// A function to be replaced, in tables where it is `former`, or in all (NULL).
typedef struct {
    const char* name;
    const void* former;
    void* replacement;
} rpj_import;

// Makes `library` (a handle of dlopen) call `replacement` instead of the imported function of this name; other
// libraries still call that function. False if it does not import it, or if the entry cannot be changed. Before the
// library is used.
bool rpj_replace_import(void* library, const char* name, void* replacement);

// The same for several functions. One thread at a time, and no thread of the process may be loading the library: what
// dlopen has returned is loaded. It may be in use: a call goes to the one function or to the other.
bool rpj_replace_imports(void* library, const rpj_import* imports, size_t count);

#endif
