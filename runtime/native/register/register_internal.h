// librocprofiler-register, inside.
//
// Nothing here takes a lock: not the list of registrations, not the search for a tool. A registration may run a
// tool's start-up code on this thread, that code may wait for another thread whose runtime registers too, and any
// thread may fork meanwhile. None of them waits for another inside this library, but for a look-up and a fork, which
// keep apart for a bounded time (lookup.c).
#ifndef REGISTER_INTERNAL_H
#define REGISTER_INTERNAL_H

#include <rocprofiler-register/rocprofiler-register.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../private_api.h"
#include "rpj_native.h"

#define REGISTER_EXPORT __attribute__((visibility("default")))

enum {
    LIBRARY_COUNT = 7,
    INSTANCE_LIMIT = 8, // per library; also the distance between the identifiers of two libraries
    RECORD_LIMIT = LIBRARY_COUNT * INSTANCE_LIMIT,
    TABLE_LIMIT = 8, // tables kept for a replay; no runtime passes more than 3
};

// Hands tables to the SDK: (common name, library version, instance, tables, number of tables) → 0 when taken,
// RPJ_REGISTER_LATER when our SDK cannot on this thread now.
typedef int (*set_api_table_fn)(const char*, uint64_t, uint64_t, void**, uint64_t);

// A runtime that may register.
struct library {
    uint32_t index; // part of its identifiers
    const char* common_name;
    const char* import_symbol; // what its import function is called, checked in secure mode
    const char* file_pattern;  // its file: a name, then the range of its first version digit in brackets
};

// What became of a recorded registration. BUSY is held by the one thread that is handing it over. LATER is PENDING
// until the next registration, whichever it is.
enum delivery { DELIVERY_BUSY, DELIVERY_PENDING, DELIVERY_LATER, DELIVERY_DONE };

struct record {
    atomic_bool published; // release-stored after everything above `delivery` is written; never cleared
    const struct library* library;
    uint32_t version;
    uint32_t instance;
    uint64_t table_count;
    void* tables[TABLE_LIMIT];
    _Atomic(enum delivery) delivery;
};

// The library called `common_name`, or NULL. Any thread.
const struct library* library_named(const char* common_name);

// Whether `import_function` is the import function of `library` and lives in a file with the library's name.
// False when in doubt. Any thread.
bool library_owns(const struct library* library, rocprofiler_register_import_func_t import_function);

// Adds a registration, BUSY in the caller's hands, or takes up the one of these tables that was for LATER; NULL when
// the library has INSTANCE_LIMIT already. Wait-free.
struct record* record_add(const struct library* library, uint32_t version, void** tables, uint64_t table_count);

// The registration at `position` in order of arrival: NULL while there is none. `position` < RECORD_LIMIT.
struct record* record_at(uint32_t position);

// The SDK's entry point if this process has a tool, else NULL. Loads the SDK at the first need; complains once on
// stderr if a tool is there but the SDK is not. Any thread; calls dlopen.
set_api_table_fn tool_entry(void);

// Whether the calling thread may register now: not inside the engine, where a signal handler has interrupted it.
// `wait`: whether it may wait for another thread that does. No handler may: what it has interrupted may hold what the
// other needs. For our ROC-TX library. Any thread; asks nothing of the loader.
REGISTER_EXPORT int rpj_may_register(int wait);

// Has so many calls counted that were made before their library's tables could be taken. `lasting`: only where a
// process that is killed leaves the count; else 0. For the same library; likewise.
REGISTER_EXPORT int rpj_passed_through(uint64_t calls, int lasting);

// Value of an environment variable; NULL when unset, empty, or when the process runs with raised privileges.
const char* environment_text(const char* name);

// Truth of an environment variable: digits mean != 0; off, false, no, n, f (any case) mean false; the rest is true.
// `otherwise` when unset or empty.
bool environment_flag(const char* name, bool otherwise);

// One line on stderr, formatted like printf, prefixed and ended here. Any thread; keeps errno.
__attribute__((format(printf, 1, 2))) void complain(const char* format, ...);

typedef rocprofiler_register_error_code_t (*register_add_fn)(const char*, rocprofiler_register_import_func_t, uint32_t,
                                                             void**, uint64_t,
                                                             rocprofiler_register_library_indentifier_t*);
typedef rocprofiler_register_error_code_t (*register_iterate_fn)(rocprofiler_register_registration_info_cb_t, void*);
typedef rocprofiler_register_error_code_t (*register_replay_fn)(void);

// What the library exports and that has to be done by the program's own copy.
struct register_functions {
    register_add_fn add;
    register_iterate_fn iterate;
    register_replay_fn pending;
    register_replay_fn all;
};

// True in a copy that lies in a namespace of its own: the program's library is `functions`, NULL if there is none. Any
// thread; the first call asks the loader.
bool base_register(const struct register_functions** functions);

// The first definition of a symbol in the process, or NULL: dlsym(RTLD_DEFAULT, name), kept apart from forks.
// Any thread.
void* global_symbol(const char* name);

// Around other questions to the loader, to keep them apart from forks. Any thread.
void look_up_begins(void);
void look_up_ends(void);

// A runtime is about to register: a libroctracer64 of ours that is in the process hears of it, as it may have to become
// a tool before tools are looked for. Any thread; may run the start-up of the SDK on this one.
void tell_roctracer(void);

#endif
