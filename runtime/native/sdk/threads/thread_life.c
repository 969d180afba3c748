// See thread_life.h.
#include "threads/thread_life.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "java/java_side.h"
#include "java/stacks.h"
#include "segment/counts.h"
#include "segment/kept.h"
#include "signals/signal_handlers.h"
#include "stacks/spare_stack.h"
#include "system/cancel_word.h"
#include "system/quiet.h"
#include "threads/ranges.h"
#include "threads/thread_ids.h"

static __thread uint32_t forks_seen __attribute__((tls_model("initial-exec")));
static uint32_t forks; // from the process that booted the engine to this one
static pthread_key_t exit_key;
static bool exit_key_made;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t reserving = PTHREAD_MUTEX_INITIALIZER;

// --- blocks by the ids of their threads ----------------------------------------------------------------------------

// All of this is guarded by `reserving`. A thread that ends leaves its place, which is then stale: its block has
// another thread's id, or none. The table is made again, without those, when it is half full, so that a lookup is short
// however many threads there are.
typedef struct {
    uint64_t tid;
    native_thread_t* block;
} place;

enum { FIRST_PLACES = 256 };

static place *places, *spare_places;                   // the table before, for the next of its size
static uint64_t place_count, spare_count, places_used; // the first two are powers of two

static bool is_stale(const place* one) { return __atomic_load_n(&one->block->tid, __ATOMIC_ACQUIRE) != one->tid; }

// Returns the place of this id, or the free one for it.
static place* place_of(uint64_t tid) {
    uint64_t at = tid * 0x9e3779b97f4a7c15u >> 32;
    while (places[at & (place_count - 1)].block != NULL && places[at & (place_count - 1)].tid != tid) at++;
    return &places[at & (place_count - 1)];
}

static native_thread_t* find(uint64_t tid) {
    if (places == NULL) return NULL;
    const place* known = place_of(tid);
    return known->block != NULL && !is_stale(known) ? known->block : NULL;
}

static void put(uint64_t tid, native_thread_t* block) {
    place* known = place_of(tid);
    places_used += known->block == NULL;
    *known = (place){tid, block};
}

// Memory of a table that was too small is not used again: all of it is less than the present one.
static place* new_places(uint64_t count) {
    if (spare_count == count) return memset(spare_places, 0, count * sizeof *spare_places);
    void* fresh = mmap(NULL, count * sizeof *places, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return fresh == MAP_FAILED ? NULL : fresh;
}

// False without memory.
static bool make_places(void) {
    place* old = places;
    uint64_t count = place_count, lasting = 0, more = FIRST_PLACES;
    for (uint64_t i = 0; i < count; i++) lasting += old[i].block != NULL && !is_stale(&old[i]);
    while (more < 4 * lasting || more < count) more *= 2; // never fewer
    place* fresh = new_places(more);
    if (fresh == NULL) return false;
    places = fresh;
    place_count = more;
    places_used = 0;
    for (uint64_t i = 0; i < count; i++)
        if (old[i].block != NULL && !is_stale(&old[i])) put(old[i].tid, old[i].block);
    spare_places = old;
    spare_count = count;
    return true;
}

// Whether there is room for one more, besides the free place at which a lookup ends.
static bool has_place(void) {
    if (2 * places_used < place_count) return true;
    return make_places() || places_used + 1 < place_count;
}

// In a forked child, where the parent may have been making it.
static void forget_blocks(void) {
    places = spare_places = NULL;
    place_count = spare_count = places_used = 0;
}

// --- blocks without a thread ---------------------------------------------------------------------------------------

// A list through the first word of the open calls, of which such a block has none. Any thread adds to it. Only the
// holder of `reserving` takes from it, so that no block is taken, given and taken again under another taker.
static native_thread_t* free_blocks;

static void give(native_thread_t* thread) {
    native_thread_t* head = __atomic_load_n(&free_blocks, __ATOMIC_RELAXED);
    do thread->open[0] = (uint64_t)head;
    while (!__atomic_compare_exchange_n(&free_blocks, &head, thread, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

static native_thread_t* take_free(void) {
    native_thread_t* head = __atomic_load_n(&free_blocks, __ATOMIC_ACQUIRE);
    while (head != NULL
           && !__atomic_compare_exchange_n(&free_blocks, &head, (native_thread_t*)head->open[0], true, __ATOMIC_ACQUIRE,
                                           __ATOMIC_ACQUIRE))
        continue;
    return head;
}

// --- forks and ends ------------------------------------------------------------------------------------------------

// Frees all blocks. The thread that came out of the fork need not be the first to get here: the number of forks
// tells it that its block is no longer its own.
void rpj_threads_forked(void) {
    list_lock = reserving = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    __atomic_fetch_add(&forks, 1, __ATOMIC_RELEASE);
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next) {
        void *next = thread->next, *ranges = thread->ranges;
        memset(thread, 0, sizeof *thread);
        thread->next = next;
        thread->ranges = ranges;
    }
    free_blocks = NULL;
    for (native_thread_t* thread = rpj_threads; thread != NULL; thread = thread->next)
        if (thread != &rpj_nobody) give(thread);
    forget_blocks();
    rpj_nobody.tid = UINT64_MAX;
    rpj_ids_forked();
}

static bool is_of_parent(void) { return forks_seen != __atomic_load_n(&forks, __ATOMIC_ACQUIRE); }

void rpj_thread_forked(void) {
    if (!is_of_parent()) return;
    rpj_current = NULL;
    forks_seen = forks;
}

// Destructors of other libraries' thread-local data may still make traced calls, or end calls and ranges of the
// thread: it keeps its block for the first rounds of destructors (PTHREAD_DESTRUCTOR_ITERATIONS is 4).
enum { ROUNDS_KEPT = 2 };

// At thread exit the block becomes free for the next thread (tid 0). Its counters stay, as they belong to the
// trace. So do its stretches: the next thread continues to fill them, or a program with many short threads would
// use up the disk.
static void release(native_thread_t* thread) {
    static __thread int rounds __attribute__((tls_model("initial-exec")));
    if (thread->inside) { // it was cancelled inside: in a mark, if not in a call
        rpj_kept_repair(thread);
        if (!thread->depth) rpj_count_left(thread, 1);
    }
    rpj_set_inside(thread, 0);
    if (rounds < ROUNDS_KEPT && pthread_setspecific(exit_key, thread) == 0) {
        rounds++;
        return;
    }
    rpj_set_inside(thread, 1);
    for (uint32_t i = 0; i < RPJ_STRETCHES; i++) rpj_kept_note_own_name(thread, i);
    rpj_set_inside(thread, 0);
    rpj_ranges_forget(thread);
    rpj_stacks_end(thread);
    rpj_side_forget(thread);
    // A handler's call must not find this block again by the thread's id, as it is about to be another thread's: until
    // it has no id, calls pass through.
    rpj_set_inside(thread, 1);
    if (thread->depth) rpj_count_left(thread, thread->depth); // pthread_exit within a call
    thread->depth = 0;
    __atomic_store_n(&thread->range_top_id, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->range_top_since, 0, __ATOMIC_RELAXED);
    thread->scope_top_id = thread->scope_top_since = 0;
    thread->stream = 0;
    thread->stream_frame = 0;
    thread->kernel_id = 0;
    thread->telling = 0; // it ended within a callback
    __atomic_store_n(&thread->named_in, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->looked_at, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->external, NULL, __ATOMIC_RELAXED);
    rpj_ids_end(thread);
    __atomic_store_n(&thread->tid, 0, __ATOMIC_RELEASE);
    rpj_current = NULL;
    __atomic_store_n(&thread->inside, 0, __ATOMIC_RELAXED);
    give(thread);
}

static void at_thread_exit(void* block) {
    if (is_of_parent()) return;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    release(block);
    rpj_cancel_again_quickly(cancel);
}

static void make_key(void) { exit_key_made = pthread_key_create(&exit_key, at_thread_exit) == 0; }

// --- beginnings ----------------------------------------------------------------------------------------------------

// Allocates without malloc, which a signal handler may have interrupted. One thread at a time; NULL without memory.
static native_thread_t* new_block(void) {
    enum { BLOCKS = 16 };
    static native_thread_t* next;
    static int left;
    if (!left) {
        void* some = mmap(NULL, BLOCKS * sizeof *next, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (some == MAP_FAILED) return NULL;
        next = some;
        left = BLOCKS;
    }
    left--;
    return next++;
}

// NULL without memory.
static native_thread_t* add(uint64_t tid) {
    native_thread_t* thread = new_block();
    if (thread == NULL) return NULL;
    thread->tid = tid;
    pthread_mutex_lock(&list_lock);
    thread->next = rpj_threads;
    __atomic_store_n(&rpj_threads, thread, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&list_lock);
    return thread;
}

static native_thread_t* take(uint64_t tid) {
    if (!has_place()) return NULL;
    native_thread_t* thread = take_free();
    if (thread != NULL) __atomic_store_n(&thread->tid, tid, __ATOMIC_RELEASE);
    else thread = add(tid);
    if (thread != NULL) put(tid, thread);
    return thread;
}

// One reservation at a time, and none while the thread itself starts, or it would have two blocks.
static native_thread_t* find_or_take(uint64_t tid) {
    pthread_mutex_lock(&reserving);
    // Not pthread_once, which wakes others even if there are none: a sandbox may deny that, and glibc then ends
    // the process.
    if (!exit_key_made) make_key();
    native_thread_t* thread = find(tid);
    if (thread == NULL) thread = take(tid);
    pthread_mutex_unlock(&reserving);
    return thread;
}

native_thread_t* rpj_thread_of(uint64_t tid) { return find_or_take(tid); }

// Its block may have been another thread's, with whose stretches it goes on.
static void note_names(native_thread_t* thread) {
    rpj_set_inside(thread, 1);
    rpj_kept_note_names(thread);
    rpj_set_inside(thread, 0);
}

// The C library has space for this many keys in each thread; for others it allocates.
enum { SMALL_KEYS = 32 };

native_thread_t* rpj_thread_first_use(void) {
    static __thread volatile bool taking __attribute__((tls_model("initial-exec")));
    if (taking) return NULL; // a signal handler that interrupted this very function
    int error = errno;
    rpj_cancellation cancel = rpj_cancel_off_quickly();
    taking = true;
    native_thread_t* thread = find_or_take(rpj_is_quiet() ? rpj_quiet_tid() : (uint64_t)syscall(SYS_gettid));
    if (thread != NULL) {
        thread->errno_address = &errno;
        bool interrupted = rpj_in_signal_handler();
        if (interrupted || rpj_is_quiet()) thread->stack_low = thread->stack_high = 0;
        else rpj_measure_stack(thread);
        if (exit_key_made && (!interrupted || exit_key < SMALL_KEYS)) pthread_setspecific(exit_key, thread);
        rpj_current = thread;
        taking = false;
        if (!interrupted) note_names(thread);
    }
    taking = false;
    errno = error;
    rpj_cancel_again_quickly(cancel);
    return thread;
}
