// rt_circles HIP CASE: buffer callbacks that would wait for themselves, or for each other, if a pool let them.
#include "rt_hip.h"
#include "rt_program.h"

#include <signal.h>
#include <sys/wait.h>

static const uint32_t API = ACTIVITY_DOMAIN_HIP_API;

struct pool {
    roctracer_pool_t* pool;
    void (*inside)(struct pool*); // called in the first callback
    struct pool* other;
    char* memory;
    atomic_int told, allocations, releases, is_inside;
    uint64_t last;
};

static void allocate(char** address, size_t size, void* argument) {
    struct pool* p = argument;
    // No lock may be held here, either.
    EXPECT(roctracer_op_string(API, MALLOC, 0) != NULL && roctracer_disable_op_callback(API, MEMCPY) == 0);
    if (size) *address = p->memory = malloc(size), p->allocations++;
    else free(*address), p->releases++;
}

static void on_records(const char* begin, const char* end, void* argument) {
    struct pool* p = argument;
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    EXPECT(sigismember(&blocked, SIGUSR1) && sigismember(&blocked, SIGALRM));
    for (; r < (const roctracer_record_t*)end; r++) {
        EXPECT(r->correlation_id > p->last);
        p->last = r->correlation_id;
        p->told++;
    }
    void (*inside)(struct pool*) = p->inside;
    p->inside = NULL;
    if (inside) inside(p);
}

static void open_pool(struct pool* p, size_t size) {
    roctracer_properties_t properties = {.buffer_size = size,
                                         .alloc_fun = allocate,
                                         .alloc_arg = p,
                                         .buffer_callback_fun = on_records,
                                         .buffer_callback_arg = p};
    OK(roctracer_open_pool_expl(&properties, &p->pool));
}

static void call(uint32_t op) { EXPECT(hip.call(op, NULL, NULL, NULL)); }

// --- cases ---------------------------------------------------------------------------------------------------------

// Writes more records to its own pool than the pool has room for.
static void fill(struct pool* p) {
    (void)p;
    for (int i = 0; i < 1000; i++) call(MALLOC);
}

static void fills(void) {
    for (size_t size = 64; size <= 4096; size *= 8) {
        struct pool p = {.inside = fill};
        open_pool(&p, size);
        OK(roctracer_enable_op_activity_expl(API, MALLOC, p.pool));
        call(MALLOC);
        OK(roctracer_flush_activity_expl(p.pool));
        EXPECT(p.told >= 1);
        OK(roctracer_close_pool_expl(p.pool));
        printf("told %d\n", p.told);
    }
}

static void close_own(struct pool* p) {
    OK(roctracer_close_pool_expl(p->pool));
    EXPECT(!hip.call(MALLOC, NULL, NULL, NULL));
    p->is_inside = 1;
}

static void closes(void) {
    for (int i = 0; i < 100; i++) {
        // The pool may be used after the callback has returned.
        struct pool* p = calloc(1, sizeof *p);
        p->inside = close_own;
        open_pool(p, 1024);
        OK(roctracer_enable_op_activity_expl(API, MALLOC, p->pool));
        call(MALLOC);
        OK(roctracer_flush_activity_expl(p->pool));
        WAIT_FOR(p->is_inside && p->releases == 1);
        EXPECT(p->told == 1 && p->allocations == 1);
    }
    printf("100 closed\n");
}

// Both are in their callbacks before either continues.
static void meet(struct pool* p) {
    p->is_inside = 1;
    WAIT_FOR(p->other->is_inside);
    OK(roctracer_flush_activity_expl(p->other->pool));
    call(p->other->last % 2 ? MALLOC : FREE);
}

static void meets(void) {
    struct pool a = {.inside = meet}, b = {.inside = meet, .other = &a};
    a.other = &b;
    open_pool(&a, 64);
    open_pool(&b, 64);
    OK(roctracer_enable_op_activity_expl(API, MALLOC, a.pool));
    OK(roctracer_enable_op_activity_expl(API, FREE, b.pool));
    for (int i = 0; i < 2; i++) call(MALLOC), call(FREE);
    OK(roctracer_flush_activity_expl(a.pool));
    OK(roctracer_flush_activity_expl(b.pool));
    OK(roctracer_close_pool_expl(a.pool));
    OK(roctracer_close_pool_expl(b.pool));
    printf("told %d\n", a.told + b.told);
}

// A call's callback closes the pool that the call's record would go to.
static void close_in_call(uint32_t domain, uint32_t op, const void* data, void* pool) {
    (void)domain, (void)op;
    if (((const hip_api_data_t*)data)->phase == ACTIVITY_API_PHASE_ENTER) OK(roctracer_close_pool_expl(pool));
}

static void closes_in_call(void) {
    struct pool p = {0};
    for (int i = 0; i < 100; i++) {
        open_pool(&p, 1024);
        OK(roctracer_enable_op_activity_expl(API, MALLOC, p.pool));
        call(MALLOC);
        OK(roctracer_enable_op_callback(API, MALLOC, close_in_call, p.pool));
        call(MALLOC);
        OK(roctracer_disable_op_callback(API, MALLOC));
        EXPECT(!hip.call(MALLOC, NULL, NULL, NULL));
    }
    printf("told %d\n", p.told);
}

// The child has only this thread, which is in the callback of a pool that no other thread will empty.
static int in_child(struct pool* p) {
    alarm(20);
    p->told = 0;
    for (int i = 0; i < 100; i++) call(MALLOC);
    OK(roctracer_flush_activity_expl(p->pool));
    OK(roctracer_close_pool_expl(p->pool));
    struct pool fresh = {0};
    open_pool(&fresh, 1024);
    OK(roctracer_enable_op_activity_expl(API, MALLOC, fresh.pool));
    for (int i = 0; i < 100; i++) call(MALLOC);
    OK(roctracer_flush_activity_expl(fresh.pool));
    return fresh.told == 100 ? 0 : 1;
}

static void fork_inside(struct pool* p) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) _exit(in_child(p));
    int status = -1;
    waitpid(child, &status, 0);
    printf("child %#x\n", (unsigned)status);
}

static void forks(void) {
    struct pool p = {.inside = fork_inside};
    open_pool(&p, 1024);
    OK(roctracer_enable_op_activity_expl(API, MALLOC, p.pool));
    call(MALLOC);
    OK(roctracer_flush_activity_expl(p.pool));
    call(MALLOC);
    OK(roctracer_close_pool_expl(p.pool));
    printf("told %d\n", p.told);
}

static void fork_in_call(uint32_t domain, uint32_t op, const void* data, void* pool) {
    (void)domain, (void)op;
    if (((const hip_api_data_t*)data)->phase != ACTIVITY_API_PHASE_ENTER) return;
    OK(roctracer_disable_op_callback(API, MALLOC));
    fork_inside(pool);
}

static void forks_in_call(void) {
    struct pool p = {0};
    open_pool(&p, 1024);
    OK(roctracer_enable_op_activity_expl(API, MALLOC, p.pool));
    OK(roctracer_enable_op_callback(API, MALLOC, fork_in_call, &p));
    call(MALLOC);
    OK(roctracer_close_pool_expl(p.pool));
    printf("told %d\n", p.told);
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*run)(void);
    } cases[] = {{"fills", fills}, {"closes", closes},
                 {"meets", meets}, {"closes_in_call", closes_in_call},
                 {"forks", forks}, {"forks_in_call", forks_in_call}};
    if (argc != 3) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    open_hip(argv[1]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[2], cases[i].name)) return cases[i].run(), 0;
    return 2;
}
