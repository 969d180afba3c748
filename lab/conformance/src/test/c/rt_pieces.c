// rt_pieces HIP CASE: pools while several threads write: flushes, closes and forks in the middle, names, memory. The
// threads write until the pool has given them pieces of its buffers, whatever processors there are.
#include "rt_hip.h"
#include "rt_program.h"

#include <sys/wait.h>

static const uint32_t OPS = ACTIVITY_DOMAIN_HIP_OPS;

enum { WRITERS = 4, BYTES = 1 << 16, MOST_BUFFERS = 4, RECORD = sizeof(roctracer_record_t) };

static roctracer_pool_t* pool;
static atomic_bool over, slow;
static atomic_uint wrong, shared, told;
static uint64_t next[WRITERS + 1], written[WRITERS + 1];
static uint64_t generation; // of the pool
static const char *memory, *begins[MOST_BUFFERS + 1];
static int allocations;
static atomic_int buffers;

static const char* const names[] = {"first", "second", "a third one"};
enum { NAMES = sizeof names / sizeof *names };

static void note_buffer(const char* begin) {
    for (int i = 0; i < buffers; i++)
        if (begins[i] == begin) return;
    if (buffers <= MOST_BUFFERS) begins[buffers++] = begin;
}

// Several records of a thread have one copy of a name only where it has pieces.
static void check_name(const roctracer_record_t* r, const char* begin, const char** copies) {
    const char* name = r->kernel_name;
    if (name < begin || name >= begin + BYTES || strcmp(name, names[r->begin_ns % NAMES])) wrong++;
    if (copies[r->begin_ns % NAMES] == name) shared++;
    copies[r->begin_ns % NAMES] = name;
}

static void on_records(const char* begin, const char* end, void* argument) {
    const char* copies[WRITERS + 1][NAMES] = {{NULL}};
    note_buffer(begin);
    if (memory && (begin < memory || end > memory + 2 * BYTES)) wrong++;
    if (end - begin > BYTES || (uintptr_t)argument != generation) wrong++;
    for (const roctracer_record_t* r = (const roctracer_record_t*)begin; r < (const roctracer_record_t*)end; r++) {
        if (r->queue_id > WRITERS || r->begin_ns < next[r->queue_id]) {
            wrong++;
            continue;
        }
        next[r->queue_id] = r->begin_ns + 1;
        check_name(r, begin, copies[r->queue_id]);
        told++;
    }
    if (slow) usleep(2000);
}

static void allocate(char** address, size_t size, void* argument) {
    (void)argument;
    if (size) memory = *address = malloc(size), allocations++;
    else free(*address);
}

static void open_pool(bool own_memory) {
    roctracer_properties_t properties = {.buffer_size = BYTES,
                                         .alloc_fun = own_memory ? allocate : NULL,
                                         .buffer_callback_fun = on_records,
                                         .buffer_callback_arg = (void*)(uintptr_t)++generation};
    OK(roctracer_open_pool_expl(&properties, &pool));
    OK(roctracer_enable_op_activity_expl(OPS, HIP_OP_ID_DISPATCH, pool));
}

static bool write_record(uint64_t writer) {
    const uint64_t i = written[writer]++;
    struct fake_command it = {.op = HIP_OP_ID_DISPATCH, .begin = i, .queue = writer, .kernel_name = names[i % NAMES]};
    hip.create(&it);
    return it.wanted && hip.complete(&it) == 0;
}

static void* write_all_the_time(void* writer) {
    while (!over) write_record((uintptr_t)writer);
    return NULL;
}

// What was written before a flush has been delivered when it returns.
static void* write_and_flush(void* writer) {
    for (uint64_t i = 0; !over; i++) {
        write_record((uintptr_t)writer);
        if (i % 500 != 499) continue;
        OK(roctracer_flush_activity_expl(pool));
        if (next[(uintptr_t)writer] != written[(uintptr_t)writer]) wrong++;
    }
    return NULL;
}

static pthread_t threads[WRITERS];

static void start(void* (*what)(void*)) {
    for (uintptr_t i = 0; i < WRITERS; i++) pthread_create(&threads[i], NULL, what, (void*)i);
    WAIT_FOR(shared > 1000);
}

static void stop(void) {
    over = true;
    for (int i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
    over = false;
}

static void all_told(void) {
    for (int i = 0; i < WRITERS; i++) EXPECT(next[i] == written[i]);
}

// --- cases ---------------------------------------------------------------------------------------------------------

static void flushes(void) {
    open_pool(false);
    start(write_and_flush);
    for (int i = 0; i < 200; i++) OK(roctracer_flush_activity_expl(pool));
    stop();
    OK(roctracer_close_pool_expl(pool));
    all_told();
}

// A slow callback: all buffers are full most of the time.
static void grows(void) {
    slow = true;
    open_pool(false);
    start(write_all_the_time);
    WAIT_FOR(buffers == MOST_BUFFERS);
    stop();
    OK(roctracer_close_pool_expl(pool));
    all_told();
    EXPECT(buffers == MOST_BUFFERS);
}

static void own(void) {
    slow = true;
    open_pool(true);
    start(write_all_the_time);
    const unsigned before = told;
    WAIT_FOR(told - before > 100 * BYTES / RECORD);
    stop();
    OK(roctracer_close_pool_expl(pool));
    all_told();
    EXPECT(buffers == 2 && allocations == 1);
}

static void closes(void) {
    open_pool(false);
    start(write_all_the_time);
    for (int i = 0; i < 50; i++) {
        const unsigned before = told;
        WAIT_FOR(told - before > 3 * BYTES / RECORD);
        OK(roctracer_close_pool_expl(pool));
        open_pool(false);
    }
    stop();
    OK(roctracer_close_pool_expl(pool));
}

static int in_child(void) {
    alarm(20);
    slow = false;
    told = wrong = 0;
    for (int i = 0; i < 5000; i++) write_record(WRITERS);
    OK(roctracer_flush_activity_expl(pool));
    if (told != 5000 || next[WRITERS] != written[WRITERS]) return 1;
    for (int i = 0; i < 100; i++) write_record(WRITERS);
    OK(roctracer_close_pool_expl(pool));
    return told == 5100 && wrong == 0 ? 0 : 2;
}

// The other threads write, wait or sleep when the child is made.
static void forks(void) {
    int failed = 0;
    slow = true;
    open_pool(false);
    start(write_all_the_time);
    for (int i = 0; i < 50; i++) {
        const unsigned before = told;
        WAIT_FOR(told != before);
        pid_t child = fork();
        if (child == 0) _exit(in_child());
        int status = -1;
        waitpid(child, &status, 0);
        failed += status != 0;
    }
    stop();
    OK(roctracer_close_pool_expl(pool));
    all_told();
    EXPECT(failed == 0);
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*run)(void);
    } cases[] = {{"flushes", flushes}, {"grows", grows}, {"own", own}, {"closes", closes}, {"forks", forks}};
    if (argc != 3) return 2;
    alarm(300);
    setvbuf(stdout, NULL, _IOLBF, 0);
    open_hip(argv[1]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(argv[2], cases[i].name)) continue;
        cases[i].run();
        printf("wrong %u\n", wrong);
        return 0;
    }
    return 2;
}
