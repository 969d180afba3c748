#include "kept_calls.h"

#include "announce.h"
#include "journal.h"
#include "options.h"
#include "plugin.h"

// Keeps as many calls as ROCTRACER_BUFFER_SIZE says, limited to this many bytes.
enum { KEPT_BYTES_MAX = 64 << 20 };

static struct journal journals[KEPT_KINDS] = {[KEPT_HIP] = JOURNAL(), [KEPT_HSA] = JOURNAL(), [KEPT_ROCTX] = JOURNAL()};

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

void kept_lock(void) { pthread_mutex_lock(&writing); }

void kept_unlock(void) { pthread_mutex_unlock(&writing); }

static void write_entry(const struct entry* entry) { plugin_write_call(&entry->record, entry->data); }

void kept_drain(void) {
    for (int kind = 0; kind < KEPT_KINDS; kind++) journal_drain(&journals[kind], write_entry);
}

struct entry* kept_append(enum kept_kind kind, size_t data_bytes) {
    return journal_append(&journals[kind], data_bytes);
}

void kept_ready(enum kept_kind kind, struct entry* entry) {
    const struct journal* journal = &journals[kind];
    journal_ready(entry);
    if (atomic_load_explicit(&journal->entries, memory_order_relaxed) < tool_options.buffer_size
        && atomic_load_explicit(&journal->bytes, memory_order_relaxed) < KEPT_BYTES_MAX)
        return;
    if (pthread_mutex_trylock(&writing) != 0) return;
    announce();
    kept_drain();
    pthread_mutex_unlock(&writing);
}

void kept_forked(void) {
    pthread_mutex_init(&writing, NULL);
    for (int kind = 0; kind < KEPT_KINDS; kind++) journal_forked(&journals[kind]);
}
