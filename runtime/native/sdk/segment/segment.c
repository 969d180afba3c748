// The trace segment without the engine: extends it, and counts records that cannot be written.
//
// The engine's tool may be about to extend the file itself at its end (on a thread that is not waited for): its
// writes stay within `ENGINES_CHUNKS` of the header's size, so C begins after that. The hole takes no disk space,
// and readers skip stretches that no thread has taken.
#include "segment/segment.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../pause.h"
#include "base/clock.h"
#include "base/thread_blocks.h"
#include "segment/description.h"
#include "segment/folder.h"
#include "segment/kept_lock.h"
#include "segment/makers.h"
#include "segment/seal.h"
#include "signals/signal_handlers.h"
#include "stacks/errands.h"
#include "system/complain.h"
#include "system/quiet.h"

#define MADE ((uint64_t)RPJ_SEAL_MADE << RPJ_SEAL_STATE_SHIFT)

enum {
    ENGINES_CHUNKS = 8,
    FIRST_BYTES = RPJ_DEFAULT_STRETCH_SIZE,
    MOST_BYTES_AT_ONCE = 1 << 20,
    RESERVE_BYTES = 16 << 20,
    PATIENCE_STEPS = 20000,
    MOST_WAITS = 2000,
    STEP_NANOS = 100000
};

static struct {
    segment_header_t* header; // an ancestor's, until a child has made its own
    rpj_file file;
    uint64_t end;        // end of the extended file; 0: not known
    uint64_t piece;      // size of the last extension, in bytes
    uint32_t index;      // of the buffer
    native_kept_t* kept; // the buffer; NULL: there is no segment
    uint32_t busy;       // one thread at a time extends it
    bool failed;         // not retried
    bool own;            // C has begun it, and says what fails
    const char* spoilt;  // why, if that is not the last error
    uint32_t sealing;    // a thread computes the checksums of all stretches
    rpj_note_names* note_names;
    bool inherited; // the header is an ancestor's
} segment;

// Sums up the counts of all threads.
static void sum_up(segment_header_t* header) {
    uint64_t open = 0, abandoned = 0, passed_through = 0;
    for (const native_thread_t* t = __atomic_load_n(&rpj_threads, __ATOMIC_ACQUIRE); t != NULL; t = t->next) {
        open += t->depth;
        abandoned += t->abandoned;
        passed_through += t->passed_through;
    }
    header->open_calls = open;
    header->abandoned = abandoned;
    header->passed_through = passed_through;
}

// The file's name is `<run>/<pid>-<ns>/records.seg`.
static void hold_run(const rpj_file* file) {
    const char* process = strrchr(file->path, '/');
    const char* run = process != NULL ? memrchr(file->path, '/', (size_t)(process - file->path)) : NULL;
    if (run != NULL) rpj_folder_hold(file->path, (size_t)(run - file->path));
}

bool rpj_segment_known_as(uint32_t index, native_kept_t* kept, segment_header_t* header, const char* path) {
    if (segment.kept != NULL || !rpj_file_identify(&segment.file, path)) return false;
    hold_run(&segment.file);
    rpj_file_hold(&segment.file);
    segment.header = header;
    segment.index = index;
    sum_up(header);
    __atomic_store_n(&segment.kept, kept, __ATOMIC_RELEASE);
    __atomic_store_n(&rpj_link.segment_header, header, __ATOMIC_RELEASE);
    return true;
}

bool rpj_segment_known(void) { return __atomic_load_n(&segment.kept, __ATOMIC_ACQUIRE) != NULL; }

// --- extending the segment -----------------------------------------------------------------------------------------

// Blocks the program's handlers, which might not return. Waits within bounds: the thread that extends the segment
// may have been terminated.
static bool begin(sigset_t* before) {
    struct timespec step = {0, STEP_NANOS};
    sigset_t all;
    sigfillset(&all);
    sigdelset(&all, SIGBUS); // a fault whose signal is blocked ends the process: somebody may cut the file
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, before, sizeof(uint64_t));
    for (int i = 0; i < PATIENCE_STEPS; i++) {
        if (!__atomic_exchange_n(&segment.busy, 1, __ATOMIC_ACQUIRE)) return true;
        syscall(SYS_nanosleep, &step, NULL);
    }
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, before, NULL, sizeof(uint64_t));
    return false;
}

static void end(const sigset_t* before) {
    __atomic_store_n(&segment.busy, 0, __ATOMIC_RELEASE);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, before, NULL, sizeof(uint64_t));
}

static void give(native_kept_t* kept, void* piece, uint64_t bytes) {
    rpj_kept_lock(kept);
    kept->next = (uint64_t)piece;
    kept->end = kept->next + bytes;
    rpj_kept_unlock(kept);
}

static bool give_if_empty(native_kept_t* kept, void* piece, uint64_t bytes) {
    rpj_kept_lock(kept);
    bool empty = kept->next == kept->end;
    if (empty) {
        kept->next = (uint64_t)piece;
        kept->end = kept->next + bytes;
    }
    rpj_kept_unlock(kept);
    return empty;
}

static uint64_t chunks_end(const segment_header_t* header, uint64_t more) {
    return header->header_size + (__atomic_load_n(&header->chunks, __ATOMIC_ACQUIRE) + more) * header->chunk_size;
}

// Doubles the size of the extension.
static uint64_t next_piece(const segment_header_t* header) {
    uint64_t twice = segment.piece ? 2 * segment.piece : header->chunk_size;
    if (twice > MOST_BYTES_AT_ONCE) twice = MOST_BYTES_AT_ONCE;
    return twice < header->chunk_size ? header->chunk_size : twice;
}

// Whether records in it would be lost, although it can be written.
static bool is_spoilt(int descriptor) {
    struct stat seen;
    if (!segment.own || fstat(descriptor, &seen) != 0) return false;
    if (!seen.st_nlink) segment.spoilt = "it was removed";
    else if ((uint64_t)seen.st_size < segment.end) segment.spoilt = "somebody has cut it";
    return segment.spoilt != NULL;
}

static void* grown(uint64_t bytes) {
    segment_header_t* header = segment.header;
    const uint64_t chunk = header->chunk_size;
    if (!chunk) { // of a file that has been cut, zeros are left
        segment.spoilt = "somebody has cut it";
        return NULL;
    }
    if (!segment.end) segment.end = chunks_end(header, ENGINES_CHUNKS);
    int descriptor = rpj_file_open(&segment.file, header);
    if (descriptor < 0) return NULL;
    bool longer = !is_spoilt(descriptor) && rpj_file_extend(descriptor, segment.end, bytes);
    void* piece = longer ? rpj_file_map(descriptor, segment.end, bytes) : NULL;
    rpj_file_close(descriptor);
    if (piece == NULL) return NULL;
    segment.end += bytes;
    segment.piece = bytes;
    __atomic_store_n(&header->chunks, (segment.end - header->header_size) / chunk, __ATOMIC_RELEASE);
    return piece;
}

// A segment that C makes first has one stretch, which is also its chunk: most children write little.
static void* begun(segment_header_t* header, native_kept_t* kept) {
    if (header == NULL) return NULL;
    segment.end = RPJ_HEADER_SIZE + FIRST_BYTES;
    segment.piece = FIRST_BYTES;
    __atomic_store_n(&segment.header, header, __ATOMIC_RELEASE);
    __atomic_store_n(&kept->totals, (void*)((char*)header + RPJ_TOTALS_OFFSET), __ATOMIC_RELEASE);
    __atomic_store_n(&segment.inherited, false, __ATOMIC_RELEASE);
    return (char*)header + RPJ_HEADER_SIZE;
}

static void* of_child(void) {
    return begun(rpj_child_segment(&segment.file, segment.header, RPJ_HEADER_SIZE + FIRST_BYTES), segment.kept);
}

#define STOPS "recording stops, what is not recorded is counted, the program goes on"

static void say_failure(int error) {
    struct rlimit limit;
    if (!segment.own || segment.inherited) return;
    if (error == EFBIG && getrlimit(RLIMIT_FSIZE, &limit) == 0)
        rpj_complain_as_command("cannot write %s: file size limit of %llu bytes; " STOPS, segment.file.path,
                                (unsigned long long)limit.rlim_cur);
    else
        rpj_complain_as_command("cannot write %s: %s; " STOPS, segment.file.path,
                                segment.spoilt != NULL ? segment.spoilt : rpj_file_error(error));
}

// The caller has set `sealing`.
static void seal_all(void) {
    rpj_seal(segment.index);
    __atomic_store_n(&segment.sealing, 0, __ATOMIC_RELEASE);
}

// For a maker's thread.
static void* extend(uint64_t bytes) {
    sigset_t before;
    if (!begin(&before)) return NULL;
    void* piece = segment.failed ? NULL : grown(bytes);
    if (piece == NULL && !segment.failed) say_failure(errno);
    segment.failed = piece == NULL;
    end(&before);
    return piece;
}

static const char* path_of_segment(void) { return segment.file.path; }

static void meanwhile(bool full) {
    if (!full) segment.note_names(segment.index);
    else if (__atomic_exchange_n(&segment.sealing, 1, __ATOMIC_ACQUIRE)) rpj_seal_handed_over();
    else seal_all();
}

static const rpj_maker_work makers_work = {path_of_segment, extend, meanwhile};

// A program that records much gets a thread that extends the file, if it may have one.
static void begin_makers(void) {
    bool much = segment.own && segment.piece == MOST_BYTES_AT_ONCE && !rpj_forked;
    if (much && !rpj_in_signal_handler()) rpj_makers_begin(&makers_work);
}

// Gives the buffer a piece from the makers, unless another thread has. False if they make none, within bounds.
static bool take_made(native_kept_t* kept) {
    for (int step = 0; rpj_makers_run() && step < MOST_WAITS; step++) {
        uint64_t bytes = 0;
        uint32_t seen = rpj_makers_seen();
        if (!rpj_kept_is_empty(kept)) return true;
        void* piece = rpj_makers_take(&bytes);
        if (piece == NULL) {
            rpj_makers_wait(seen);
            continue;
        }
        if (!give_if_empty(kept, piece, bytes)) rpj_makers_give_back(piece, bytes);
        rpj_makers_given();
        return true;
    }
    return false;
}

static bool refill(native_kept_t* kept) {
    if (!rpj_kept_is_empty(kept)) return true; // another thread has extended it
    if (segment.failed) return false;
    begin_makers();
    uint64_t bytes = segment.inherited ? FIRST_BYTES : next_piece(segment.header);
    void* piece = segment.inherited ? of_child() : grown(bytes);
    segment.failed = piece == NULL;
    if (segment.failed) say_failure(errno);
    if (piece != NULL) give(kept, piece, bytes);
    return piece != NULL;
}

bool rpj_segment_begin(native_kept_t* kept, const char* run, const char* variables, rpj_note_names* note_names) {
    void* piece = begun(rpj_own_segment(&segment.file, run, variables, RPJ_HEADER_SIZE + FIRST_BYTES), kept);
    if (piece == NULL) return false;
    hold_run(&segment.file);
    segment.own = true;
    segment.note_names = note_names;
    give(kept, piece, FIRST_BYTES);
    __atomic_store_n(&segment.kept, kept, __ATOMIC_RELEASE);
    return true;
}

static uint64_t refill_for(uint64_t kept, uint64_t unused) {
    (void)unused;
    return rpj_segment_refill((native_kept_t*)kept);
}

bool rpj_segment_refill(native_kept_t* kept) {
    sigset_t before;
    int saved = errno;
    if (!rpj_segment_known() || kept != segment.kept) return false;
    if (rpj_is_quiet()) return rpj_send_errand(rpj_current, refill_for, (uint64_t)kept, 0, false);
    if (rpj_makers_run() && take_made(kept)) return errno = saved, true;
    if (!begin(&before)) return false;
    bool filled = refill(kept);
    end(&before);
    errno = saved;
    return filled;
}

void rpj_segment_reserve(void) {
    sigset_t before;
    if (!rpj_segment_known() || !begin(&before)) return;
    uint64_t chunk = segment.header->chunk_size, bytes = chunk ? (RESERVE_BYTES + chunk - 1) / chunk * chunk : 0;
    void* piece = segment.inherited ? NULL : grown(bytes);
    if (piece != NULL) give(segment.kept, piece, bytes);
    end(&before);
}

void rpj_segment_path_beside(char path[RPJ_PATH_BYTES + RPJ_BESIDE_BYTES], const char* name) {
    size_t length = (size_t)(strrchr(segment.file.path, '/') + 1 - segment.file.path);
    memcpy(path, segment.file.path, length);
    strcpy(path + length, name);
}

// Their length is the command's affair.
void rpj_segment_has_agents(void) {
    if (segment.header != NULL && !segment.inherited)
        __atomic_store_n(&segment.header->agents_bytes, 1, __ATOMIC_RELAXED);
}

static int open_description(void) {
    static char path[RPJ_PATH_BYTES + RPJ_BESIDE_BYTES]; // of one thread at a time
    rpj_segment_path_beside(path, RPJ_PROPERTIES_FILE);
    return rpj_file_open_at_end(path);
}

// A child's description is unchecked: its length is 0.
void rpj_segment_runtime(const char* library, uint64_t version, uint64_t instance) {
    sigset_t before;
    if (segment.inherited) rpj_segment_refill(segment.kept);
    if (segment.inherited || !begin(&before)) return;
    int description = open_description();
    bool checked = segment.header->properties_bytes != 0;
    uint64_t bytes = description >= 0 ? rpj_describe_runtime(description, checked, library, version, instance) : 0;
    if (description >= 0) rpj_file_close(description);
    if (checked) segment.header->properties_bytes += bytes;
    end(&before);
}

// --- counting ------------------------------------------------------------------------------------------------------

// The engine's tool seals the counters at its end. Later counting breaks the seal: readers then treat the counters
// as unchecked, not damaged. It is broken before counting, as the process may end in between, and once more after,
// as it may have been sealed in between. The tool checks again after sealing.
static void break_seal(segment_header_t* header) {
    if (__atomic_load_n(&header->end_seal, __ATOMIC_SEQ_CST)) __atomic_store_n(&header->end_seal, 0, __ATOMIC_RELAXED);
}

static void add(uint64_t offset, uint64_t more) {
    segment_header_t* header = __atomic_load_n(&segment.header, __ATOMIC_ACQUIRE);
    break_seal(header);
    __atomic_fetch_add((uint64_t*)((char*)header + offset), more, __ATOMIC_SEQ_CST);
    break_seal(header);
}

// A child without a segment of its own is counted in its parent's.
static void count_or_tell_parent(uint64_t counter, uint64_t more) {
    if (!rpj_segment_known()) return;
    bool inherited = __atomic_load_n(&segment.inherited, __ATOMIC_ACQUIRE);
    add(inherited ? RPJ_SEGMENT_HEADER_CHILDREN_LOST : counter, more);
}

void rpj_segment_total(native_kept_t* kept, uint64_t counter) {
    bool of_segment = rpj_segment_known() && segment.kept == kept;
    if (!of_segment) __atomic_fetch_add((uint64_t*)((char*)kept->totals + counter), 1, __ATOMIC_RELAXED);
    else if (!__atomic_load_n(&segment.inherited, __ATOMIC_ACQUIRE)) add(RPJ_TOTALS_OFFSET + counter, 1);
    else if (counter == RPJ_SEGMENT_TOTALS_DROPPED) add(RPJ_SEGMENT_HEADER_CHILDREN_LOST, 1);
}

void rpj_segment_count(uint64_t counter, uint64_t more) {
    if (!rpj_segment_known()) return;
    if (__atomic_load_n(&segment.inherited, __ATOMIC_ACQUIRE)) rpj_segment_refill(segment.kept);
    count_or_tell_parent(counter, more);
}

void rpj_segment_late(void) { rpj_segment_count(RPJ_SEGMENT_HEADER_LATE_CALLS, 1); }

void rpj_segment_work(uint64_t counter, uint64_t pieces) { rpj_segment_count(RPJ_WORK_OFFSET + counter, pieces); }

void rpj_segment_dispatches(const native_thread_t* thread, uint64_t count) {
    uint64_t stripe = (uintptr_t)thread / sizeof *thread % RPJ_WORK_STRIPES;
    rpj_segment_work(stripe * sizeof(segment_work_t) + RPJ_SEGMENT_WORK_DISPATCHES, count);
}

// --- a child, and its end ------------------------------------------------------------------------------------------

void rpj_segment_forked(void) {
    if (!rpj_segment_known()) return;
    add(RPJ_SEGMENT_HEADER_FORK_CHILDREN, 1);
    segment.inherited = true;
    rpj_makers_forked();
    segment.failed = false;
    segment.busy = segment.sealing = 0;
    segment.end = segment.piece = 0;
}

static uint64_t end_seal(const segment_header_t* header) {
    const char* page = (const char*)header;
    uint32_t crc =
        rpj_crc32c(0, page + RPJ_SEGMENT_HEADER_STATE, RPJ_SEGMENT_HEADER_PROPERTIES_BYTES - RPJ_SEGMENT_HEADER_STATE);
    crc = rpj_crc32c(crc, page + RPJ_TOTALS_OFFSET, sizeof(segment_totals_t));
    return MADE | rpj_crc32c(crc, page + RPJ_WORK_OFFSET, RPJ_WORK_STRIPES * sizeof(segment_work_t));
}

void rpj_segment_closed(void) {
    if (!rpj_segment_known() || segment.inherited) return;
    segment_header_t* header = segment.header;
    if (segment.own && !rpj_forked && !rpj_is_quiet()) segment.note_names(segment.index);
    for (uint32_t i = 0; i < PATIENCE_STEPS && __atomic_exchange_n(&segment.sealing, 1, __ATOMIC_ACQUIRE); i++)
        rpj_pause(i);
    seal_all();
    break_seal(header);
    sum_up(header);
    if (rpj_strict) return; // a look at the clock would be a fault, and the kernel is about to end the process
    header->end_boottime_ns = rpj_boottime_now();
    __atomic_store_n(&header->state, RPJ_STATE_CLOSED, __ATOMIC_RELEASE);
    uint64_t seal = end_seal(header);
    __atomic_exchange_n(&header->end_seal, seal, __ATOMIC_SEQ_CST);
    if (seal != end_seal(header)) __atomic_store_n(&header->end_seal, 0, __ATOMIC_RELAXED); // another thread counts
}

void rpj_segment_closed_again(void) {
    if (!rpj_segment_known() || segment.inherited) return;
    uint32_t state = __atomic_load_n(&segment.header->state, __ATOMIC_ACQUIRE);
    if (state == RPJ_STATE_CLOSED) rpj_segment_closed();
}
