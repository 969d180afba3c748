#include "calls/kept_calls.h"

#include <roctracer/roctracer_hip.h>
#include <string.h>
#include <unistd.h>

#include "base/messages.h"
#include "journal/journal_file.h"
#include "options/announce.h"
#include "options/options.h"
#include "plugin/plugin.h"

// A plugin gets calls when as many are kept as ROCTRACER_BUFFER_SIZE says, or this many bytes. Names of HIP's commands
// and newest functions.
enum { KEPT_BYTES_MAX = 64 << 20, BATCH = 256, NAMES = 512 };

static struct journal journals[KEPT_KINDS] = {
    [KEPT_WORK] = JOURNAL(KEPT_WORK),   [KEPT_HIP] = JOURNAL(KEPT_HIP),     [KEPT_HSA] = JOURNAL(KEPT_HSA),
    [KEPT_ROCTX] = JOURNAL(KEPT_ROCTX), [KEPT_NAMES] = JOURNAL(KEPT_NAMES), [KEPT_AGENTS] = JOURNAL(KEPT_AGENTS),
};

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t beginning = PTHREAD_MUTEX_INITIALIZER;

// The process whose events are in the journals; 0: none yet.
static _Atomic int owner;
static _Atomic uint64_t lost;

// The kinds of work whose names are in the file: domain, operation and kind, + 1.
static _Atomic uint64_t named[NAMES];

// --- The process ---------------------------------------------------------------------------------------------------

// Also a child that no fork handler knows, which the bare system call made, has its own.
static void begin(int process) {
    pthread_mutex_lock(&beginning);
    if (atomic_load(&owner) != process) {
        if (atomic_load(&owner) != 0) {
            for (int kind = 0; kind < KEPT_KINDS; kind++) journal_forked(&journals[kind]);
            for (int i = 0; i < NAMES; i++) atomic_store(&named[i], 0);
            atomic_store(&lost, 0);
            journal_file_forked();
        }
        const bool drained = tool_options.plugin != NULL;
        for (int kind = 0; kind < KEPT_KINDS; kind++) journals[kind].in_heap = drained;
        if (!drained || tool_options.folder != NULL)
            journal_file_create(tool_options.folder == NULL ? "." : tool_options.folder, RPJ_JOURNAL_CALLS, !drained);
        atomic_store_explicit(&owner, process, memory_order_release);
    }
    pthread_mutex_unlock(&beginning);
}

void kept_begin(void) {
    const int process = (int)getpid();
    if (atomic_load_explicit(&owner, memory_order_acquire) != process) begin(process);
}

void kept_forked(void) {
    pthread_mutex_init(&writing, NULL);
    pthread_mutex_init(&beginning, NULL);
    for (int kind = 0; kind < KEPT_KINDS; kind++) journal_forked(&journals[kind]);
}

// --- Keeping -------------------------------------------------------------------------------------------------------

struct event* kept_append(enum kept_kind kind, size_t data_bytes) {
    kept_begin();
    struct event* entry = journal_append(&journals[kind], data_bytes);
    if (entry == NULL) atomic_fetch_add(&lost, 1);
    return entry;
}

void kept_ready(struct event* entry) { journal_ready(entry); }

static size_t total(enum kept_kind kind, bool of_bytes) {
    return of_bytes ? atomic_load_explicit(&journals[kind].bytes, memory_order_relaxed)
                    : atomic_load_explicit(&journals[kind].entries, memory_order_relaxed);
}

void kept_limit(void) {
    bool many = false;
    if (tool_options.plugin == NULL) return;
    for (int kind = 0; kind < KEPT_KINDS; kind++)
        many |= total(kind, false) >= tool_options.buffer_size || total(kind, true) >= KEPT_BYTES_MAX;
    if (!many || pthread_mutex_trylock(&writing) != 0) return;
    announce();
    kept_drain();
    pthread_mutex_unlock(&writing);
}

static bool is_named(uint64_t key) {
    for (int i = 0; i < NAMES; i++) {
        uint64_t none = 0;
        if (atomic_load(&named[i]) == key || (!atomic_compare_exchange_strong(&named[i], &none, key) && none == key))
            return true;
        if (none == 0) return false;
    }
    return true;
}

void kept_name(const roctracer_record_t* record) {
    if (is_named(((uint64_t)record->domain << 48 | (uint64_t)record->op << 32 | record->kind) + 1)) return;
    const char* name = roctracer_op_string(record->domain, record->op, record->kind);
    const size_t bytes = name == NULL ? 0 : strlen(name) + 1;
    struct event* entry = bytes == 0 ? NULL : kept_append(KEPT_NAMES, bytes);
    if (entry == NULL) return;
    entry->record = *record;
    memcpy(entry->data, name, bytes);
    kept_ready(entry);
}

void kept_work(const roctracer_record_t* record) {
    const bool kernel = record->domain == ACTIVITY_DOMAIN_HIP_OPS && record->op == HIP_OP_ID_DISPATCH;
    const char* name = kernel ? record->kernel_name : NULL;
    const size_t bytes = name == NULL ? 0 : strlen(name) + 1;
    if (name == NULL) kept_name(record);
    struct event* entry = kept_append(KEPT_WORK, bytes);
    if (entry == NULL) return;
    entry->record = *record;
    if (name != NULL) entry->record.kernel_name = memcpy(entry->data, name, bytes);
    kept_ready(entry);
}

// --- Writing: under the lock ---------------------------------------------------------------------------------------

static roctracer_record_t batch[BATCH];
static size_t batched;

static void write_batch(void) {
    if (batched > 0) plugin_write_records(batch, batch + batched);
    batched = 0;
}

static void write_work(const struct event* entry) {
    batch[batched++] = entry->record;
    if (batched == BATCH) write_batch();
}

static void write_call(const struct event* entry) { plugin_write_call(&entry->record, entry->data); }

static void write_nothing(const struct event* entry) { (void)entry; }

static void nothing(void) {}

void kept_drain(void) {
    journal_drain(&journals[KEPT_WORK], write_work, write_batch);
    for (int kind = KEPT_HIP; kind <= KEPT_ROCTX; kind++) journal_drain(&journals[kind], write_call, nothing);
    for (int kind = KEPT_NAMES; kind < KEPT_KINDS; kind++) journal_drain(&journals[kind], write_nothing, nothing);
}

bool kept_any(void) {
    bool any = false;
    for (int kind = 0; kind < KEPT_KINDS; kind++) any |= total(kind, false) > 0;
    return any;
}

void kept_finish(void) {
    kept_tell(false);
    journal_file_delete();
}

void kept_tell(bool how) {
    if (atomic_load(&owner) != (int)getpid()) return;
    const unsigned long count = atomic_exchange(&lost, 0);
    if (count > 0) rt_tool_warn("%lu calls or pieces of work are lost, because there was no room for them", count);
    if (how) journal_file_tell();
}

void kept_lock(void) { pthread_mutex_lock(&writing); }

void kept_unlock(void) { pthread_mutex_unlock(&writing); }
