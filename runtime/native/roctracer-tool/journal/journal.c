#include "journal/journal.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "journal/journal_file.h"

enum { CHUNK_BYTES = 256 * 1024, PATIENCE_NANOS = 1000000000 };

static journal_chunk_t* chunk_for(const struct journal* journal, size_t bytes) {
    const size_t wanted = sizeof(journal_chunk_t) + (bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES);
    journal_chunk_t* chunk = journal_file_chunk(journal->kind, wanted);
    if (chunk != NULL || !journal->in_heap || (chunk = malloc(wanted)) == NULL) return chunk;
    *chunk = (journal_chunk_t){.bytes = wanted, .kind = journal->kind};
    return chunk;
}

static uint64_t capacity(const journal_chunk_t* chunk) { return chunk->bytes - sizeof *chunk; }

static struct event* entry_at(journal_chunk_t* chunk, uint64_t at) {
    return (struct event*)(void*)((char*)(chunk + 1) + at);
}

static void release(journal_chunk_t* chunk) {
    if (chunk->in_file) journal_file_unmap(chunk);
    else free(chunk);
}

// Takes space in the last chunk, or in a new one after it. The lock is held.
static struct event* claim(struct journal* journal, size_t bytes) {
    journal_chunk_t* last = journal->last;
    if (last == NULL || capacity(last) - __atomic_load_n(&last->used, __ATOMIC_RELAXED) < bytes) {
        journal_chunk_t* next = chunk_for(journal, bytes);
        if (next == NULL) return NULL;
        if (last == NULL) journal->first = next;
        else last->next = next;
        journal->last = last = next;
    }
    const uint64_t used = __atomic_load_n(&last->used, __ATOMIC_RELAXED);
    struct event* entry = entry_at(last, used);
    entry->head.bytes = (uint32_t)bytes;
    __atomic_store_n(&entry->head.ready, 0, __ATOMIC_RELAXED);
    // Whoever reads the file of a process that ended here must find whole sizes.
    __atomic_store_n(&last->used, used + bytes, __ATOMIC_RELEASE);
    return entry;
}

struct event* journal_append(struct journal* journal, size_t data_bytes) {
    size_t bytes = (sizeof(struct event) + data_bytes + 7) & ~(size_t)7;
    if (bytes > UINT32_MAX) return NULL;
    pthread_mutex_lock(&journal->lock);
    struct event* entry = claim(journal, bytes);
    pthread_mutex_unlock(&journal->lock);
    if (entry == NULL) return NULL;
    atomic_fetch_add_explicit(&journal->entries, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&journal->bytes, bytes, memory_order_relaxed);
    return entry;
}

void journal_ready(struct event* entry) { __atomic_store_n(&entry->head.ready, 1, __ATOMIC_RELEASE); }

static uint64_t now_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

// Waits for an entry, within bounds: its thread may never finish the copy if a signal ended the process meanwhile.
static bool comes(struct event* entry) {
    uint64_t deadline = 0;
    while (__atomic_load_n(&entry->head.ready, __ATOMIC_ACQUIRE) == 0) {
        uint64_t now = now_nanos();
        if (deadline == 0) deadline = now + PATIENCE_NANOS;
        if (now > deadline) return false;
        sched_yield();
    }
    return true;
}

static journal_chunk_t* take_all(struct journal* journal) {
    pthread_mutex_lock(&journal->lock);
    journal_chunk_t* chunks = journal->first;
    journal->first = journal->last = NULL;
    atomic_store_explicit(&journal->entries, 0, memory_order_relaxed);
    atomic_store_explicit(&journal->bytes, 0, memory_order_relaxed);
    pthread_mutex_unlock(&journal->lock);
    return chunks;
}

void journal_drain(struct journal* journal, void (*write)(const struct event* entry), void (*settle)(void)) {
    journal_chunk_t* chunk = take_all(journal);
    while (chunk != NULL) {
        bool whole = true;
        const uint64_t used = __atomic_load_n(&chunk->used, __ATOMIC_RELAXED);
        for (size_t at = 0; at < used;) {
            struct event* entry = entry_at(chunk, at);
            if (comes(entry)) write(entry);
            else whole = false;
            at += entry->head.bytes;
        }
        journal_chunk_t* next = chunk->next;
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
