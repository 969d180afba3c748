#include "journal/journal.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "journal/journal_file.h"
#include "journal/journal_format.h"

enum { CHUNK_BYTES = 256 * 1024, PATIENCE_NANOS = 1000000000 };

static struct chunk* chunk_for(uint32_t kind, size_t bytes) {
    const size_t wanted = sizeof(struct chunk) + (bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES);
    struct chunk* chunk = journal_file_chunk(kind, wanted);
    if (chunk != NULL || (chunk = malloc(wanted)) == NULL) return chunk;
    *chunk = (struct chunk){.bytes = wanted, .kind = kind};
    return chunk;
}

static void release(struct chunk* chunk) {
    if (chunk->in_file) journal_file_unmap(chunk);
    else free(chunk);
}

// Takes space in the last chunk, or in a new one after it. The lock is held.
static struct entry* claim(struct journal* journal, size_t bytes) {
    struct chunk* last = journal->last;
    if (last == NULL || chunk_capacity(last) - atomic_load_explicit(&last->used, memory_order_relaxed) < bytes) {
        struct chunk* next = chunk_for(journal->kind, bytes);
        if (next == NULL) return NULL;
        if (last == NULL) journal->first = next;
        else last->next = next;
        journal->last = last = next;
    }
    const uint64_t used = atomic_load_explicit(&last->used, memory_order_relaxed);
    struct entry* entry = (struct entry*)((char*)last->entries + used);
    entry->bytes = (uint32_t)bytes;
    atomic_store_explicit(&entry->ready, 0, memory_order_relaxed);
    // Whoever reads the file of a process that ended here must find whole sizes.
    atomic_store_explicit(&last->used, used + bytes, memory_order_release);
    return entry;
}

struct entry* journal_append(struct journal* journal, size_t data_bytes) {
    size_t bytes = (sizeof(struct entry) + data_bytes + 7) & ~(size_t)7;
    if (bytes > UINT32_MAX) return NULL;
    pthread_mutex_lock(&journal->lock);
    struct entry* entry = claim(journal, bytes);
    pthread_mutex_unlock(&journal->lock);
    if (entry == NULL) return NULL;
    atomic_fetch_add_explicit(&journal->entries, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&journal->bytes, bytes, memory_order_relaxed);
    return entry;
}

void journal_ready(struct entry* entry) { atomic_store_explicit(&entry->ready, 1, memory_order_release); }

static uint64_t now_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// Waits for an entry, within bounds: its thread may never finish the copy if a signal ended the process meanwhile.
static bool comes(struct entry* entry) {
    uint64_t deadline = 0;
    while (atomic_load_explicit(&entry->ready, memory_order_acquire) == 0) {
        uint64_t now = now_nanos();
        if (deadline == 0) deadline = now + PATIENCE_NANOS;
        if (now > deadline) return false;
        sched_yield();
    }
    return true;
}

static struct chunk* take_all(struct journal* journal) {
    pthread_mutex_lock(&journal->lock);
    struct chunk* chunks = journal->first;
    journal->first = journal->last = NULL;
    atomic_store_explicit(&journal->entries, 0, memory_order_relaxed);
    atomic_store_explicit(&journal->bytes, 0, memory_order_relaxed);
    pthread_mutex_unlock(&journal->lock);
    return chunks;
}

void journal_drain(struct journal* journal, void (*write)(const struct entry* entry), void (*settle)(void)) {
    struct chunk* chunk = take_all(journal);
    while (chunk != NULL) {
        bool whole = true;
        const uint64_t used = atomic_load_explicit(&chunk->used, memory_order_relaxed);
        for (size_t at = 0; at < used;) {
            struct entry* entry = (struct entry*)((char*)chunk->entries + at);
            if (comes(entry)) write(entry);
            else whole = false;
            at += entry->bytes;
        }
        struct chunk* next = chunk->next;
        settle();
        if (whole) release(chunk); // otherwise a thread may still write into it
        chunk = next;
    }
}

void journal_forked(struct journal* journal) {
    pthread_mutex_init(&journal->lock, NULL);
    journal->first = journal->last = NULL;
    atomic_store(&journal->entries, 0);
    atomic_store(&journal->bytes, 0);
}
