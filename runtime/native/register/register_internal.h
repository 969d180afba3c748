// Internals of librocprofiler-register.
//
// No function here takes a lock, neither for the list of registrations nor for the search for a tool. A
// registration may run a tool's start-up code on this thread, that code may wait for another thread whose runtime
// also registers, and any thread may fork meanwhile. No thread waits for another inside this library, except for
// look-ups and forks, which exclude each other for a bounded time (lookup.c).
#ifndef REGISTER_INTERNAL_H
#define REGISTER_INTERNAL_H

#include <rocprofiler-register/rocprofiler-register.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../fork_gate.h"
#include "../private_api.h"
#include "rpj_native.h"

#define REGISTER_EXPORT __attribute__((visibility("default")))

enum {
    LIBRARY_COUNT = 10,
    INSTANCE_LIMIT = 8, // per library; also the distance between the identifiers of two libraries
    RECORD_LIMIT = LIBRARY_COUNT * INSTANCE_LIMIT,
    TABLE_LIMIT = 8, // tables kept for a replay; no runtime passes more than 3
};

// Hands tables to the SDK: (common name, library version, instance, tables, number of tables) → 0 when accepted,
// RPJ_REGISTER_LATER when our SDK cannot take them on this thread now.
typedef int (*set_api_table_fn)(const char*, uint64_t, uint64_t, void**, uint64_t);

// A runtime that may register.
struct library {
    uint32_t index; // part of its identifiers
    const char* common_name;
    const char* import_symbol; // the name of its import function, checked in secure mode
    const char* file_pattern;  // its file: a name, then the range of its first version digit in brackets
};

// The state of a recorded registration. BUSY: held by the one thread that is handing it over. LATER: PENDING until
// the next registration of any library.
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

// Returns the library called `common_name`, or NULL. Any thread.
const struct library* library_named(const char* common_name);

// Whether `import_function` is the import function of `library` and lives in a file with the library's name.
// False when in doubt. Any thread.
bool library_owns(const struct library* library, rocprofiler_register_import_func_t import_function);

// Adds a registration, BUSY and owned by the caller, or takes the one of these tables that was for LATER; NULL when
// the library already has INSTANCE_LIMIT. Wait-free.
struct record* record_add(const struct library* library, uint32_t version, void** tables, uint64_t table_count);

// How many registrations there are whose first table this is. Any thread.
unsigned int records_of(const void* table);

// Returns the registration at `position` in order of arrival; NULL if it does not exist yet. `position`
// < RECORD_LIMIT.
struct record* record_at(uint32_t position);

// Whether the process has a tool. Any thread; calls the loader.
bool has_tool(void);

// Returns the SDK's entry point if this process has a tool, else NULL. Loads the SDK when first needed; reports
// once on stderr if a tool exists but the SDK does not. Any thread; calls dlopen.
set_api_table_fn tool_entry(void);

// Returns a function of the SDK that tool_entry found, or NULL: another release of it may not have it. Any thread;
// calls the loader.
void* tool_function(const char* name);

// Whether a tool has been found, with its SDK. Any thread.
bool tool_was_found(void);

// Whether that SDK is ours. Any thread.
bool tool_is_ours(void);

// Bracket a hand-over of tables to a tool by the function whose frame this is. The calling thread's.
void hand_over_begins(const char* frame);
void hand_over_ends(void);

// Whether the caller, whose frame is at `here`, is called by a tool that is being given tables. Any thread.
bool inside_hand_over(const char* here);

// Whether the calling thread may register now, which it may not inside the engine, where a signal handler has
// interrupted it. `wait`: whether it may wait for another thread that registers. No handler may: it may have
// interrupted the holder of a lock that the other thread needs. For our ROC-TX library. Any thread; does not call
// the loader.
REGISTER_EXPORT int rpj_may_register(int wait);

// Bracket a registration and what belongs to it: forks in other threads wait for its end, and it waits for them, within
// bounds (forks.c). It may have others in it. Also for our ROC-TX library; any thread.
REGISTER_EXPORT void rpj_registration_begins(void);
REGISTER_EXPORT void rpj_registration_ends(void);

// Sets the function that each fork calls first, once there has been a registration: it may register. For that library.
typedef void (*fork_hook)(void);
REGISTER_EXPORT void rpj_before_forks(fork_hook function);

// Whether this process was made by a fork in the middle of a registration by another thread, which could not wait for
// that: nothing can take tables here. Also for that library; any thread.
REGISTER_EXPORT int rpj_forked_in_registration(void);

// Counts a call that is made there. Also for that library; any thread.
REGISTER_EXPORT void rpj_untold_call(void);

// Notes that calls are made there that cannot be counted. Any thread.
void untold_calls(void);

// The gate of this library, which the SDK shares. Any thread.
rpj_fork_gate* fork_gate(void);

// Counts calls that were made before their library's tables could be taken. `lasting`: only where the count
// survives a killed process; returns 0 otherwise. For the same library; likewise.
REGISTER_EXPORT int rpj_passed_through(uint64_t calls, int lasting);

// Returns an environment variable; NULL when unset, empty, or when the process runs with raised privileges.
const char* environment_text(const char* name);

// Returns an environment variable as a boolean: digits mean != 0; off, false, no, n, f (any case) mean false; all
// else is true. `otherwise` when unset or empty.
bool environment_flag(const char* name, bool otherwise);

// Writes one line to stderr, formatted like printf, with prefix and newline. Any thread; keeps errno.
__attribute__((format(printf, 1, 2))) void complain(const char* format, ...);

typedef rocprofiler_register_error_code_t (*register_add_fn)(const char*, rocprofiler_register_import_func_t, uint32_t,
                                                             void**, uint64_t,
                                                             rocprofiler_register_library_indentifier_t*);
typedef rocprofiler_register_error_code_t (*register_iterate_fn)(rocprofiler_register_registration_info_cb_t, void*);
typedef rocprofiler_register_error_code_t (*register_replay_fn)(void);
typedef rocprofiler_register_error_code_t (*register_attach_fn)(const char*, const char*);

// Exported functions that the program's own copy must carry out.
struct register_functions {
    register_add_fn add;
    register_iterate_fn iterate;
    register_replay_fn pending;
    register_replay_fn all;
    register_attach_fn attach;
    register_replay_fn detach;
};

// True in a copy in a separate namespace: `functions` is then the program's library, NULL if there is none. Any
// thread; the first call asks the loader.
bool base_register(const struct register_functions** functions);

// The first definition of a symbol in the process, or NULL: dlsym(RTLD_DEFAULT, name), kept apart from forks. NULL
// also where nothing can be looked up. Any thread.
void* global_symbol(const char* name);

// Brackets other calls of the loader, to keep them apart from forks; if it begins with false there is no end, and the
// loader must not be called in this process: a thread that its parent has may hold the locks. Any thread.
bool look_up_begins(void);
void look_up_ends(void);

// Whether the loader must not be called in this process, for good.
bool loader_is_locked(void);

// Notifies a loaded libroctracer64 of ours that a runtime is about to register, since it may have to become a tool
// before tools are searched for. Any thread; may run the start-up of the SDK on the calling thread.
void tell_roctracer(void);

#endif
