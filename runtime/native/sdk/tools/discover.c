// Finds the tools in this process, in the order of AMD's own search (rocprofiler-sdk,
// registration.cpp: find_clients).
#include "tools/tools.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "../../environment.h"
#include "../../roctracer_descriptor.h"
#include "system/complain.h"
#include "tools/starts.h"

#define CONFIGURE "rocprofiler_configure"

typedef struct {
    native_tool_t* tools;
    uint64_t capacity;
    uint64_t count;
} tool_list;

// Returns a function that the library of another one defines, not one of its dependencies; NULL if there is none.
static void* beside(void* function, const char* name) {
    Dl_info its, found;
    struct link_map* map;
    if (!dladdr1(function, &its, (void**)&map, RTLD_DL_LINKMAP)) return NULL;
    void* library = dlopen(*map->l_name ? map->l_name : NULL, RTLD_NOLOAD | RTLD_LAZY);
    void* symbol = library != NULL ? dlsym(library, name) : NULL;
    if (library != NULL) dlclose(library);
    return symbol != NULL && dladdr(symbol, &found) && found.dli_fbase == its.dli_fbase ? symbol : NULL;
}

// The same function found twice (by name, globally, in the link map) is one tool.
static void add(tool_list* list, void* configure, const char* name) {
    if (configure == NULL) return;
    for (uint64_t i = 0; i < list->count; i++)
        if (list->tools[i].configure == configure) return;
    if (list->count == list->capacity) return;
    list->tools[list->count++] = (native_tool_t){configure, (void*)name, beside(configure, CONFIGURE "_attach")};
}

// True when `symbol` is defined in the library that `handle` opened and not in one of its dependencies.
static bool defined_in(void* symbol, const char* library) {
    Dl_info info;
    return dladdr(symbol, &info) && info.dli_fname != NULL && strcmp(info.dli_fname, library) == 0;
}

static void add_named_library(tool_list* list, const char* path) {
    void* handle = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
    if (handle == NULL) handle = dlopen(path, RTLD_LOCAL | RTLD_LAZY);
    if (handle == NULL) {
        rpj_complain("tool library %s (from ROCP_TOOL_LIBRARIES) cannot be opened: %s", path, dlerror());
        return;
    }
    void* configure = dlsym(handle, CONFIGURE);
    if (configure == NULL) rpj_complain("tool library %s (from ROCP_TOOL_LIBRARIES) has no function " CONFIGURE, path);
    else add(list, configure, path);
}

static void add_environment(tool_list* list) {
    const char* value = rpj_environment("ROCP_TOOL_LIBRARIES");
    char* copy = value != NULL && *value ? strdup(value) : NULL; // kept: the names live as long as the clients
    if (copy == NULL) return;
    char* rest = NULL;
    for (char* path = strtok_r(copy, ":", &rest); path != NULL; path = strtok_r(NULL, ":", &rest))
        add_named_library(list, path);
}

// The libraries of the link map. They are only stored here: opening one would take the loader's locks in the
// wrong order.
typedef struct {
    char** names;
    size_t count;
} library_list;

static int note_library(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    library_list* list = data;
    if (info->dlpi_name == NULL || !*info->dlpi_name) return 0;
    char** longer = realloc(list->names, (list->count + 1) * sizeof *longer);
    if (longer == NULL) return 1;
    list->names = longer;
    list->names[list->count] = strdup(info->dlpi_name);
    if (list->names[list->count] != NULL) list->count++;
    return 0;
}

static void add_loaded(tool_list* list, const char* library) {
    void* handle = dlopen(library, RTLD_NOLOAD | RTLD_LAZY);
    if (handle == NULL) return;
    void* configure = dlsym(handle, CONFIGURE);
    if (configure != NULL && defined_in(configure, library)) add(list, configure, strdup(library));
    dlclose(handle);
}

static void add_link_map(tool_list* list) {
    library_list libraries = {NULL, 0};
    dl_iterate_phdr(note_library, &libraries);
    for (size_t i = 0; i < libraries.count; i++) {
        add_loaded(list, libraries.names[i]);
        free(libraries.names[i]);
    }
    free(libraries.names);
}

static const char* name_of(void* symbol, const char* otherwise) {
    Dl_info info;
    return dladdr(symbol, &info) && info.dli_fname != NULL && *info.dli_fname ? strdup(info.dli_fname) : otherwise;
}

static void add_global(tool_list* list) {
    void* global = dlsym(RTLD_DEFAULT, CONFIGURE);
    if (global == NULL) return;
    add(list, global, name_of(global, "(RTLD_DEFAULT)"));
    void* next = dlsym(RTLD_NEXT, CONFIGURE);
    if (next != NULL) add(list, next, name_of(next, "(RTLD_NEXT)"));
    add_link_map(list);
}

// A loaded libroctracer64 of ours may be asked for HSA's calls at any time, when it is too late to become a
// tool. It has no rocprofiler_configure to be found by, so that a program's own tool is never taken for it, nor
// vice versa.
static void add_roctracer(tool_list* list) {
    const struct rt_descriptor* descriptor = rt_find_descriptor();
    if (descriptor != NULL) add(list, rt_descriptor_function(&descriptor->configure), "roctracer");
}

uint64_t rpj_discover(native_tool_t* tools, uint64_t capacity, void* forced) {
    tool_list list = {tools, capacity, 0};
    add(&list, forced, "(forced)");
    add_environment(&list);
    rpj_forks_wait_first();
    add_global(&list);
    add_roctracer(&list);
    return list.count;
}

void rpj_force_load(void) { setenv("ROCPROFILER_REGISTER_FORCE_LOAD", "1", 1); }

static bool set(const char* variable) {
    const char* value = rpj_environment(variable);
    return value != NULL && *value;
}

// The part of a library's file that the loader reads first: what it needs. The loader has relocated the address of the
// names in most libraries, but not in all.
static int needs_sdk(struct dl_phdr_info* info, size_t size, void* unused) {
    static const char sdk[] = "librocprofiler-sdk.so";
    const ElfW(Dyn)* dynamic = NULL;
    uint64_t names = 0;
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            dynamic = (const ElfW(Dyn)*)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (const ElfW(Dyn)* entry = dynamic; entry != NULL && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB) names = entry->d_un.d_ptr;
    if (!names) return 0;
    if (names < info->dlpi_addr) names += info->dlpi_addr;
    for (const ElfW(Dyn)* entry = dynamic; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strncmp((const char*)names + entry->d_un.d_val, sdk, sizeof sdk - 1) == 0)
            return 1;
    return 0;
}

bool rpj_is_linked(void) { return dl_iterate_phdr(needs_sdk, NULL) != 0; }

bool rpj_c_tools_wanted(void) { return set("ROCP_TOOL_LIBRARIES") || dlsym(RTLD_DEFAULT, CONFIGURE) != NULL; }

bool rpj_tools_wanted(void) { return set("ROCPROFILER_JAVA_TOOLS") || rpj_c_tools_wanted(); }
