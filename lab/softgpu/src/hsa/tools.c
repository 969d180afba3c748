// The older way of loading tools, as in ROCr: libraries with an OnLoad that gets the API table once HSA is
// initialised, and an OnUnload that is called before HSA is shut down. First those that HSA_TOOLS_LIB names, in its
// order, then those that were loaded before and export HSA_AMD_TOOL_PRIORITY, in ascending order of priority. A
// library is called once, at its first position.
#define _GNU_SOURCE
#include "tools.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

enum { MOST_NAMES = 1024 };

typedef bool (*on_load)(HsaApiTable*, uint64_t version, uint64_t failed_count, const char* const* failed_names);

typedef struct names {
    char* at[MOST_NAMES];
    size_t count;
} names;

typedef struct tool {
    void* handle;
    uint64_t place; // in the order of loading
    char* name;
} tool;

static tool tools[MOST_NAMES];
static size_t tool_count;

static void keep(names* list, const char* name) {
    char* copy = list->count == MOST_NAMES ? NULL : strdup(name);
    if (copy != NULL) list->at[list->count++] = copy;
}

static void forget(names* list) {
    for (size_t i = 0; i < list->count; i++) free(list->at[i]);
    free(list);
}

// --- finding the libraries -----------------------------------------------------------------------------------------

// Returns a symbol that the library itself defines: dlsym also searches the libraries that it needs.
static void* own_symbol(void* handle, const char* name) {
    struct link_map *library, *owner;
    Dl_info info;
    void* symbol = dlsym(handle, name);
    if (symbol == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &library) != 0) return NULL;
    if (dladdr1(symbol, &info, (void**)&owner, RTLD_DL_LINKMAP) == 0) return NULL;
    return owner == library ? symbol : NULL;
}

// Takes ownership of the handle.
static void add(void* handle, uint64_t place, const char* name) {
    for (size_t i = 0; i < tool_count; i++) {
        if (tools[i].handle != handle) continue;
        dlclose(handle);
        if (place < tools[i].place) tools[i].place = place;
        return;
    }
    char* copy = tool_count == MOST_NAMES ? NULL : strdup(name);
    if (copy == NULL) dlclose(handle);
    else tools[tool_count++] = (tool){handle, place, copy};
}

// Splits HSA_TOOLS_LIB into words: blanks separate them unless quoted, a backslash takes the next
// character literally.
static void split(const char* text, names* words) {
    char word[PATH_MAX];
    size_t length = 0;
    bool quoted = false;
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            quoted = !quoted;
        } else if (*text == ' ' && !quoted) {
            word[length] = '\0';
            if (length > 0) keep(words, word);
            length = 0;
        } else {
            if (*text == '\\' && text[1] != '\0') text++;
            if (length < sizeof word - 1) word[length++] = *text;
        }
    }
    word[length] = '\0';
    if (length > 0) keep(words, word);
}

// The loader's lock is held here, so nothing is opened yet. The program itself has no name, and is not a tool.
static int take_name(struct dl_phdr_info* info, size_t size, void* list) {
    (void)size;
    if (info->dlpi_name != NULL && info->dlpi_name[0] != '\0') keep(list, info->dlpi_name);
    return 0;
}

static void add_loaded(uint64_t first_place) {
    names* loaded = calloc(1, sizeof *loaded);
    if (loaded == NULL) return;
    dl_iterate_phdr(take_name, loaded);
    for (size_t i = 0; i < loaded->count; i++) {
        void* handle = dlopen(loaded->at[i], RTLD_LAZY | RTLD_NOLOAD);
        const uint32_t* priority = handle == NULL ? NULL : own_symbol(handle, "HSA_AMD_TOOL_PRIORITY");
        if (priority != NULL) add(handle, first_place + *priority, loaded->at[i]);
        else if (handle != NULL) dlclose(handle);
    }
    forget(loaded);
}

static void add_named(const names* words, names* failed) {
    bool tell = sg_env_number("HSA_TOOLS_REPORT_LOAD_FAILURE", 0, 0, 1) == 1;
    uint64_t place = 0;
    for (size_t i = 0; i < words->count; i++) {
        void* handle = dlopen(words->at[i], RTLD_LAZY);
        if (handle != NULL) {
            add(handle, place++, words->at[i]);
            continue;
        }
        keep(failed, words->at[i]);
        if (tell) fprintf(stderr, "softgpu: the tool library \"%s\" does not load: %s\n", words->at[i], dlerror());
    }
}

static int by_place(const void* a, const void* b) {
    uint64_t left = ((const tool*)a)->place, right = ((const tool*)b)->place;
    return (left > right) - (left < right);
}

// A library that is loaded only as a dependency of a named one is not among the loaded ones.
static void find(names* failed) {
    names* words = calloc(1, sizeof *words);
    const char* text = sg_env("HSA_TOOLS_LIB");
    if (words == NULL) return;
    if (text != NULL) split(text, words);
    add_loaded(words->count);
    add_named(words, failed);
    forget(words);
    qsort(tools, tool_count, sizeof *tools, by_place);
}

// --- load, unload --------------------------------------------------------------------------------------------------

static void drop(tool* t) {
    dlclose(t->handle);
    free(t->name);
}

size_t sg_tools_load(HsaApiTable* table) {
    names* failed = calloc(1, sizeof *failed);
    size_t loaded = 0;
    if (failed == NULL) return 0;
    find(failed);
    for (size_t i = 0; i < tool_count; i++) {
        on_load load = (on_load)(uintptr_t)own_symbol(tools[i].handle, "OnLoad");
        if (load != NULL && load(table, table->version.major_id, failed->count, (const char* const*)failed->at)) {
            tools[loaded++] = tools[i];
            continue;
        }
        keep(failed, tools[i].name);
        drop(&tools[i]);
    }
    tool_count = loaded;
    forget(failed);
    return loaded;
}

void sg_tools_unload(void) {
    for (size_t i = tool_count; i > 0; i--) {
        void (*unload)(void) = (void (*)(void))(uintptr_t)own_symbol(tools[i - 1].handle, "OnUnload");
        if (unload != NULL) unload();
    }
}

void sg_tools_close(void) {
    for (size_t i = 0; i < tool_count; i++) drop(&tools[i]);
    tool_count = 0;
}
