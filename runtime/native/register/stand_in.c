// A HIP that does not register gets a registration by this library.
//
// FREE      nothing is known of it, or it is not touched as there is no tool
// PREPARED  all functions in HIP's table are first_calls.S's: the first call registers
// BUSY      a thread registers: it hands over a copy of the table, while HIP's own keeps the other threads here until
//           what the copy has become is in HIP's
// DONE      HIP's table is as the tool wants it; the rest of HIP's life is that of a HIP that has registered
#include "stand_in.h"

#include "../cancel.h"
#include "delivery.h"
#include "first_calls.h"
#include "hip_tables.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <rocprofiler-sdk/hip/compiler_api_id.h>
#include <rocprofiler-sdk/hip/runtime_api_id.h>

enum { WAITS_SECONDS = 5, PROBES = 3 };

typedef void (*any_function)(uint64_t, uint64_t, uint64_t);
typedef enum { FREE, PREPARED, BUSY, DONE } state;

// A function of which the library knows that a call changes nothing in HIP.
struct probe {
    const char* name;
    uint32_t position;
};

struct stand_in {
    const char* name; // by which such tables are registered
    uint32_t first;   // the number of the first of its first calls
    uint32_t known;   // how many functions it may have
    struct hip_table_form form;
    void (*fill)(const struct hip_library*); // makes HIP fill the table
    struct probe probes[PROBES];

    struct hip_table* table; // HIP's own
    struct hip_table* copy;  // that is handed over
    uint64_t* originals;     // HIP's functions, those that are known
    uint32_t count;          // of them
    uint32_t version;
    _Atomic(state) state;
    _Atomic(pid_t) owner, owners_process; // the thread and the process in which it is BUSY
};

static void fill_runtime(const struct hip_library* library);
static void fill_compiler(const struct hip_library* library);

enum { RUNTIME, COMPILER, TABLES };

static uint64_t runtime_functions[RPJ_TABLE_HIPDISPATCHTABLE_SLOTS];
static uint64_t compiler_functions[RPJ_TABLE_HIPCOMPILERDISPATCHTABLE_SLOTS];

static struct stand_in tables[TABLES] = {
    [RUNTIME] = {.name = "hip",
                 .first = 0,
                 .known = RPJ_TABLE_HIPDISPATCHTABLE_SLOTS,
                 .form = {.least = 64, .most = 4096, .empty = 64},
                 .fill = fill_runtime,
                 .probes = {{"hipApiName", ROCPROFILER_HIP_RUNTIME_API_ID_hipApiName},
                            {"hipGetErrorName", ROCPROFILER_HIP_RUNTIME_API_ID_hipGetErrorName},
                            {"hipGetErrorString", ROCPROFILER_HIP_RUNTIME_API_ID_hipGetErrorString}},
                 .originals = runtime_functions},
    [COMPILER] = {.name = "hip_compiler",
                  .first = RPJ_TABLE_HIPDISPATCHTABLE_SLOTS,
                  .known = RPJ_TABLE_HIPCOMPILERDISPATCHTABLE_SLOTS,
                  .form = {.least = RPJ_TABLE_HIPCOMPILERDISPATCHTABLE_SLOTS, .most = 63, .empty = 0},
                  .fill = fill_compiler,
                  .probes = {{"__hipRegisterFatBinary", ROCPROFILER_HIP_COMPILER_API_ID___hipRegisterFatBinary}},
                  .originals = compiler_functions},
};

static atomic_bool looking;   // one thread looks at a time
static atomic_bool is_missed; // a HIP was found, and no table
// The first call that this thread's probe has reached. NO_PROBE outside one: calls by other threads go on as ever.
enum { NO_PROBE = -2, NOTHING = -1 };
static _Thread_local int64_t reached __attribute__((tls_model("initial-exec"))) = NO_PROBE;

static bool find(struct stand_in* one, const struct hip_library* library, bool may_fill, bool* was_used);
static struct hip_table* find_table(struct stand_in* one, const struct hip_library* library);
static bool adopt(struct stand_in* one, const struct hip_library* library, struct hip_table* table);
static bool is_dispatched(const struct stand_in* one, const struct hip_library* library, const struct probe* probe);
static bool begin_look(struct hip_library* library);
static bool is_hopeless(int table);
static void register_used(struct stand_in* one);
static void prepare(struct stand_in* one);
static void say_used(bool runtime, bool compiler);
static void restore(struct stand_in* one);
static void register_now(struct stand_in* one);
static rocprofiler_register_error_code_t deliver_own(struct stand_in* one, const struct copies* copies);
static void runtime_taken(void);
static void compiler_taken(void);
static void taken(struct stand_in* one);
static bool await(struct stand_in* one);
static uint64_t next_of(const struct stand_in* one, uint32_t position);

// --- looking for it ------------------------------------------------------------------------------------------------

// Where this library is loaded with the program, no function of HIP has been called yet.
__attribute__((constructor)) static void loaded(void) { stand_in_prepare(); }

void stand_in_prepare(void) {
    struct hip_library library;
    bool was_used[TABLES] = {false};
    if (!environment_flag("ROCPROFILER_REGISTER_ENABLED", true) || !has_tool() || !begin_look(&library)) return;
    for (int i = 0; i < TABLES && !is_hopeless(i); i++)
        if (find(&tables[i], &library, true, &was_used[i])) prepare(&tables[i]);
    say_used(was_used[RUNTIME], was_used[COMPILER]);
    atomic_store(&looking, false);
}

void stand_in_register(void) {
    struct hip_library library;
    bool was_used, tool = has_tool();
    if (!begin_look(&library)) return;
    for (int i = 0; i < TABLES && !is_hopeless(i); i++) {
        if (!find(&tables[i], &library, tool, &was_used)) continue;
        if (was_used) register_used(&tables[i]);
        else prepare(&tables[i]);
    }
    atomic_store(&looking, false);
}

static void register_used(struct stand_in* one) {
    atomic_store(&one->state, DONE);
    (void)deliver_own(one, NULL);
}

REGISTER_EXPORT int rpj_hip_is_missed(void) { return atomic_load(&is_missed); }

// Whether there is a HIP to look at, which the calling thread does from now on.
static bool begin_look(struct hip_library* library) {
    const struct register_functions* base;
    bool known = true;
    for (int i = 0; i < TABLES; i++) known &= atomic_load(&tables[i].state) != FREE;
    if (known || base_register(&base) || atomic_exchange(&looking, true)) return false;
    if (hip_library_find(library)) return true;
    atomic_store(&looking, false);
    return false;
}

// Where the runtime's table has not been found, HIP is not asked to fill another.
static bool is_hopeless(int table) { return table == COMPILER && atomic_load(&is_missed); }

// Finds the table of one kind, unless that is known already. `may_fill`: whether HIP may be made to fill it.
// `was_used`: whether it had done so by itself.
static bool find(struct stand_in* one, const struct hip_library* library, bool may_fill, bool* was_used) {
    if (atomic_load(&one->state) != FREE) return false;
    bool found = find_table(one, library);
    *was_used = found;
    if (found && records_of(one->table) > 0) { // somebody else's
        atomic_store(&one->state, DONE);
        return false;
    }
    if (found || !may_fill) return found;
    one->fill(library);
    found = find_table(one, library);
    if (one == &tables[RUNTIME]) atomic_store(&is_missed, !found);
    return found;
}

// The table of this form through which HIP's exported functions call.
static struct hip_table* find_table(struct stand_in* one, const struct hip_library* library) {
    struct hip_table* table = NULL;
    while ((table = hip_tables_next(library, &one->form, table)) != NULL)
        if (adopt(one, library, table)) return table;
    return NULL;
}

static bool adopt(struct stand_in* one, const struct hip_library* library, struct hip_table* table) {
    uint64_t count = hip_table_count(table);
    one->table = table;
    one->version = library->version;
    one->count = count < one->known ? (uint32_t)count : one->known;
    memcpy(one->originals, table->functions, one->count * sizeof *one->originals);
    for (int i = 0; i < PROBES; i++) {
        const struct probe* probe = &one->probes[i];
        if (probe->name != NULL && probe->position < one->count && !is_dispatched(one, library, probe)) return false;
    }
    return true;
}

// Whether a call of HIP's exported function arrives at this place of the table. It does not arrive at HIP.
static bool is_dispatched(const struct stand_in* one, const struct hip_library* library, const struct probe* probe) {
    any_function exported = (any_function)dlsym(library->handle, probe->name);
    uint64_t* place = &one->table->functions[probe->position];
    uint32_t number = one->first + probe->position;
    uint64_t original = one->originals[probe->position];
    if (exported == NULL || original == 0) return false;
    __atomic_store_n(place, rpj_first_call_address(number), __ATOMIC_SEQ_CST);
    reached = NOTHING;
    exported(0, 0, 0);
    bool right = reached == number;
    reached = NO_PROBE;
    __atomic_store_n(place, original, __ATOMIC_SEQ_CST);
    return right;
}

// Asks for the name of a call, which needs nothing of the runtime.
static void fill_runtime(const struct hip_library* library) {
    const char* (*api_name)(uint32_t) = (const char* (*)(uint32_t))dlsym(library->handle, "hipApiName");
    if (api_name != NULL) (void)api_name(1);
}

// Registers a binary that is none, which HIP refuses by its first word.
static void fill_compiler(const struct hip_library* library) {
    static const uint64_t no_binary[4];
    void* (*add)(const void*) = (void* (*)(const void*))dlsym(library->handle, "__hipRegisterFatBinary");
    if (add != NULL) (void)add(no_binary);
}

static void say_used(bool runtime, bool compiler) {
    if (!runtime && !compiler) return;
    complain("this HIP does not register, and was used before it was found: calls of %s until now are not traced",
             !compiler ? "hip"
             : runtime ? "hip and hip_compiler"
                       : "hip_compiler");
}

static void prepare(struct stand_in* one) {
    one->copy = malloc(one->table->size);
    if (one->copy == NULL) return;
    memcpy(one->copy, one->table, one->table->size);
    atomic_store(&one->state, PREPARED);
    for (uint32_t i = 0; i < one->count; i++)
        if (one->originals[i] != 0)
            __atomic_store_n(&one->table->functions[i], rpj_first_call_address(one->first + i), __ATOMIC_RELEASE);
}

void stand_in_yield(void* const* registered, uint64_t count) {
    for (int i = 0; i < TABLES; i++) {
        struct stand_in* one = &tables[i];
        for (uint64_t t = 0; t < count; t++) {
            state before = PREPARED;
            if (registered[t] == one->table && atomic_compare_exchange_strong(&one->state, &before, DONE)) restore(one);
        }
    }
}

// --- its first call ------------------------------------------------------------------------------------------------

static uint64_t nothing(void) { return 0; }

uint64_t rpj_first_call(uint32_t number) {
    struct stand_in* one = &tables[number < tables[COMPILER].first ? RUNTIME : COMPILER];
    uint32_t position = number - one->first;
    if (reached != NO_PROBE) {
        reached = number;
        return (uint64_t)(uintptr_t)nothing;
    }
    state before = PREPARED;
    int error = errno;
    rpj_cancellation cancel = rpj_cancel_off();
    bool first = atomic_load(&one->state) == PREPARED;
    if (first) rpj_registration_begins();
    if (first) atomic_store(&one->owners_process, getpid());
    if (atomic_compare_exchange_strong(&one->state, &before, BUSY)) register_now(one);
    if (first) rpj_registration_ends();
    if (before == BUSY && !await(one)) (void)rpj_passed_through(1, 0);
    rpj_cancel_again(cancel);
    errno = error;
    return next_of(one, position);
}

// HIP's table says where the call goes, unless it still leads here: as long as this thread registers.
static uint64_t next_of(const struct stand_in* one, uint32_t position) {
    uint64_t next = __atomic_load_n(&one->table->functions[position], __ATOMIC_ACQUIRE);
    return next != rpj_first_call_address(one->first + position) ? next : one->originals[position];
}

// A tool gets a copy, from which HIP's own table is filled. Without one, HIP's is kept for later.
static void register_now(struct stand_in* one) {
    void* copy = one->copy;
    const struct copies copies = {&copy, one == &tables[RUNTIME] ? runtime_taken : compiler_taken};
    atomic_store(&one->owner, gettid());
    rocprofiler_register_error_code_t hindrance = may_deliver();
    bool has_one = hindrance == ROCP_REG_SUCCESS && tool_entry() != NULL;
    // Called by the tool that is just given another runtime's tables: not now.
    bool again = hindrance == ROCP_REG_DEADLOCK;
    if (!has_one && !again) restore(one);
    if (hindrance == ROCP_REG_SUCCESS) (void)deliver_own(one, has_one ? &copies : NULL);
    if (has_one) restore(one); // if it was not delivered
    atomic_store(&one->owner, 0);
    atomic_store(&one->state, again ? PREPARED : DONE);
}

static rocprofiler_register_error_code_t deliver_own(struct stand_in* one, const struct copies* copies) {
    void* own = one->table;
    return deliver(library_named(one->name), one->version, &own, 1, copies, NULL);
}

static void runtime_taken(void) { taken(&tables[RUNTIME]); }

static void compiler_taken(void) { taken(&tables[COMPILER]); }

// HIP's own table becomes as the copy is.
static void taken(struct stand_in* one) {
    for (uint32_t i = 0; i < one->count; i++)
        __atomic_store_n(&one->table->functions[i], one->copy->functions[i], __ATOMIC_RELEASE);
}

REGISTER_EXPORT void rpj_table_taken(const void* table) {
    for (int i = 0; i < TABLES; i++)
        if (tables[i].copy != NULL && tables[i].copy == table) taken(&tables[i]);
}

// Puts HIP's own functions where a first call still is.
static void restore(struct stand_in* one) {
    for (uint32_t i = 0; i < one->count; i++) {
        uint64_t first = rpj_first_call_address(one->first + i);
        __atomic_compare_exchange_n(&one->table->functions[i], &first, one->originals[i], false, __ATOMIC_RELEASE,
                                    __ATOMIC_RELAXED);
    }
}

// Waits for the thread that registers, so that no call is missed. False: it takes too long, as it may wait for this
// thread, or it is not in this process, which was forked meanwhile.
static bool await(struct stand_in* one) {
    struct timespec now, brief = {0, 50000};
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (time_t end = now.tv_sec + WAITS_SECONDS; atomic_load(&one->state) == BUSY;
         clock_gettime(CLOCK_MONOTONIC, &now)) {
        pid_t process = atomic_load(&one->owners_process), owner = atomic_load(&one->owner);
        if (owner == gettid()) return true;
        if (process != getpid()) {
            untold_calls();
            restore(one);
            atomic_store(&one->state, DONE);
            return true;
        }
        if (now.tv_sec > end) return false;
        nanosleep(&brief, NULL);
    }
    return true;
}
