// See makers.h.
#include "segment/makers.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/rpj.h"
#include "segment/folder.h"
#include "system/own_threads.h"
#include "system/processors.h"
#include "system/uncounted_thread.h"

enum {
    CHUNK_BYTES = 1 << 20,
    MOST_CHUNKS = 4,
    MOST = 64,
    SHORTEST_PAUSE_MILLIS = 10,
    LONGEST_PAUSE_MILLIS = 1280,
    STEP_MILLIS = 2,
    PAGE_BYTES = 4096,
    // One of so many processors extends files at most: to make a page, to map it and to compute checksums takes about
    // half as long as the calls take that fill it.
    SHARE = 2
};

// A thread with its file. The first one's is the segment.
typedef struct {
    uint64_t ready; // the address of a piece, and its number of chunks in the lower bits; 0: none
    uint32_t taken; // how often one has been
    rpj_file file;
    uint64_t end;
    segment_header_t* header;
    bool failed;
    rpj_uncounted thread;
} maker;

static const rpj_maker_work* work;
static maker* makers;
static uint32_t made, most; // those that began; how many may
static uint32_t running, missed, offered;

// --- waiting -------------------------------------------------------------------------------------------------------

static void wait_for(uint32_t* word, uint32_t seen, uint32_t millis) {
    struct timespec most_of_it = {millis / 1000, (long)(millis % 1000) * 1000000};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &most_of_it, NULL, 0);
}

static void count_up(uint32_t* word, int32_t wake) {
    __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, wake, NULL, NULL, 0);
}

// --- pieces --------------------------------------------------------------------------------------------------------

void* rpj_makers_take(uint64_t* bytes) {
    for (uint32_t i = 0; i < __atomic_load_n(&made, __ATOMIC_ACQUIRE); i++) {
        if (!__atomic_load_n(&makers[i].ready, __ATOMIC_RELAXED)) continue;
        uint64_t piece = __atomic_exchange_n(&makers[i].ready, 0, __ATOMIC_ACQ_REL);
        if (!piece) continue;
        count_up(&makers[i].taken, 1);
        *bytes = (piece & (PAGE_BYTES - 1)) * CHUNK_BYTES;
        return (void*)(piece & ~(uint64_t)(PAGE_BYTES - 1));
    }
    __atomic_store_n(&missed, 1, __ATOMIC_RELAXED);
    return NULL;
}

uint32_t rpj_makers_seen(void) { return __atomic_load_n(&offered, __ATOMIC_SEQ_CST); }

void rpj_makers_wait(uint32_t seen) { wait_for(&offered, seen, STEP_MILLIS); }

void rpj_makers_given(void) { count_up(&offered, INT32_MAX); }

void rpj_makers_give_back(void* piece, uint64_t bytes) {
    uint64_t ready = (uint64_t)piece | bytes / CHUNK_BYTES;
    for (uint32_t i = 0; i < __atomic_load_n(&made, __ATOMIC_ACQUIRE); i++) {
        uint64_t none = 0;
        if (__atomic_compare_exchange_n(&makers[i].ready, &none, ready, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            return;
    }
}

// Lets the kernel map the pages for writing, for which the program's threads would wait at their first write to each.
static void touch(char* piece, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += PAGE_BYTES) ((volatile char*)piece)[at] = 0;
}

// --- annexes -------------------------------------------------------------------------------------------------------

static char* name_annex(char* to, uint32_t number) {
    const char *segment = work->path(), *slash = strrchr(segment, '/');
    size_t length = (size_t)(slash + 1 - segment);
    memcpy(to, segment, length);
    strcpy(to + length, RPJ_ANNEX_PREFIX);
    strcpy(rpj_put_number(to + strlen(to), number, 10), RPJ_ANNEX_SUFFIX);
    return to;
}

static bool begin_annex(maker* annex, uint32_t number) {
    char path[RPJ_PATH_BYTES + 32];
    annex->header = rpj_segment_file(name_annex(path, number), RPJ_HEADER_SIZE, CHUNK_BYTES);
    annex->end = RPJ_HEADER_SIZE;
    return annex->header != NULL && rpj_file_identify(&annex->file, path);
}

static void* extend_annex(maker* annex, uint64_t bytes) {
    int file = rpj_file_open(&annex->file, annex->header);
    if (file < 0) return NULL;
    void* piece = rpj_file_extend(file, annex->end, bytes) ? rpj_file_map(file, annex->end, bytes) : NULL;
    rpj_file_close(file);
    if (piece == NULL) return NULL;
    annex->end += bytes;
    __atomic_store_n(&annex->header->chunks, (annex->end - RPJ_HEADER_SIZE) / CHUNK_BYTES, __ATOMIC_RELEASE);
    return piece;
}

// --- a thread ------------------------------------------------------------------------------------------------------

static void add_annex(void);

static void await_taken(maker* own) {
    uint32_t pause = SHORTEST_PAUSE_MILLIS;
    for (;;) {
        uint32_t seen = __atomic_load_n(&own->taken, __ATOMIC_SEQ_CST);
        if (!__atomic_load_n(&own->ready, __ATOMIC_ACQUIRE)) return;
        wait_for(&own->taken, seen, pause);
        if (__atomic_load_n(&own->taken, __ATOMIC_SEQ_CST) != seen) continue;
        if (own == makers) work->meanwhile(false);
        void (*look)(void) = __atomic_load_n(&rpj_while_waiting, __ATOMIC_ACQUIRE);
        if (own == makers && look != NULL) look();
        if (pause < LONGEST_PAUSE_MILLIS) pause *= 2;
    }
}

// A fault whose signal is blocked ends the process: somebody may cut the file that this thread fills (cut_files.h).
static void let_faults_come(void) {
    sigset_t faults;
    sigemptyset(&faults);
    sigaddset(&faults, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
}

static void make(void* argument) {
    maker* own = argument;
    bool first = own == makers;
    let_faults_come();
    prctl(PR_SET_NAME, "rocprofv3-file");
    if (!first && !begin_annex(own, (uint32_t)(own - makers))) own->failed = true;
    for (uint32_t chunks = 1; !own->failed; chunks = chunks < MOST_CHUNKS ? 2 * chunks : MOST_CHUNKS) {
        uint64_t bytes = (uint64_t)chunks * CHUNK_BYTES;
        char* piece = first ? work->extend(bytes) : extend_annex(own, bytes);
        if (piece == NULL) break;
        touch(piece, bytes);
        __atomic_store_n(&own->ready, (uint64_t)piece | chunks, __ATOMIC_RELEASE);
        count_up(&offered, 1);
        work->meanwhile(true);
        await_taken(own);
        if (first && chunks == MOST_CHUNKS && __atomic_exchange_n(&missed, 0, __ATOMIC_RELAXED)) add_annex();
    }
    own->failed = true;
    if (first) __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
    count_up(&offered, INT32_MAX);
}

// By the first thread only, which is never the last of the process either.
static void add_annex(void) {
    uint32_t next = made;
    if (next >= most || makers[next - 1].failed) return;
    __atomic_store_n(&made, next + 1, __ATOMIC_RELEASE);
    if (!rpj_start_uncounted(&makers[next].thread, make, &makers[next])) makers[next].failed = true;
}

bool rpj_makers_run(void) { return __atomic_load_n(&running, __ATOMIC_ACQUIRE); }

bool rpj_makers_begin(const rpj_maker_work* for_whom) {
    static bool begun;
    if (__atomic_test_and_set(&begun, __ATOMIC_SEQ_CST)) return false;
    const int share = rpj_processors() / SHARE;
    most = share < 1 ? 1 : share > MOST ? MOST : (uint32_t)share;
    void* some = mmap(NULL, most * sizeof *makers, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (some == MAP_FAILED) return false;
    makers = some;
    work = for_whom;
    __atomic_store_n(&made, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&running, 1, __ATOMIC_RELEASE);
    if (rpj_start_uncounted(&makers->thread, make, makers)) return true;
    __atomic_store_n(&running, 0, __ATOMIC_RELEASE);
    return false;
}

void rpj_makers_forked(void) { running = made = 0; }
