// rt_pools HIP CASE: how a pool handles records: how many arrive at once, where they lie, which thread delivers
// them, in which order; allocators, flushing, closing, the default pool. The records are commands of the tests'
// own HIP.
#define _GNU_SOURCE
#include "rt_hip.h"
#include "rt_program.h"

static const uint32_t OPS = ACTIVITY_DOMAIN_HIP_OPS, API = ACTIVITY_DOMAIN_HIP_API;

struct pool {
    roctracer_pool_t* pool;
    char* memory;
    size_t bytes, wanted;
    int allocations, releases;
    // Written by the callback.
    atomic_int calls, records, running;
    int sizes[64];
    uint64_t next; // begin time of the record expected next
    pthread_t thread;
    const char* name; // of the last record
    atomic_int held;  // the callback waits while this is set
};

static void allocate(char** address, size_t size, void* argument) {
    struct pool* p = argument;
    if (size) {
        EXPECT(*address == NULL);
        p->bytes = size;
        p->allocations++;
        *address = p->memory = malloc(size);
    } else {
        EXPECT(*address == p->memory);
        p->releases++;
        free(*address);
    }
}

static void on_records(const char* begin, const char* end, void* argument) {
    struct pool* p = argument;
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    int count = (int)((end - begin) / (int)sizeof *r);
    EXPECT(atomic_fetch_add(&p->running, 1) == 0);
    EXPECT((end - begin) % 64 == 0 && count > 0);
    EXPECT(!p->memory || (begin >= p->memory && end <= p->memory + p->bytes));
    EXPECT(p->calls == 0 || pthread_equal(p->thread, pthread_self()));
    p->thread = pthread_self();
    for (int i = 0; i < count; i++, r++) {
        if (r->domain != OPS) continue;
        EXPECT(r->begin_ns == p->next);
        p->next++;
        if (r->op != HIP_OP_ID_DISPATCH) continue;
        p->name = r->kernel_name;
        EXPECT(strspn(r->kernel_name, "n") == strlen(r->kernel_name));
    }
    if (p->calls < 64) p->sizes[p->calls] = count;
    p->records += count;
    p->calls++;
    WAIT_FOR(!p->held);
    atomic_fetch_sub(&p->running, 1);
}

static void open_sized(struct pool* p, size_t size, bool own_memory) {
    memset(p, 0, sizeof *p);
    roctracer_properties_t properties = {
        .buffer_size = size, .buffer_callback_fun = on_records, .buffer_callback_arg = p};
    if (own_memory) properties.alloc_fun = allocate, properties.alloc_arg = p;
    OK(roctracer_open_pool_expl(&properties, &p->pool));
    // Overwrites the caller's copy, which the pool must not use any more.
    memset(&properties, 0xFF, sizeof properties);
}

static uint64_t sequence;

static void write_record(const char* name) {
    struct fake_command it = {
        .op = name ? HIP_OP_ID_DISPATCH : HIP_OP_ID_COPY, .begin = sequence++, .kernel_name = name};
    hip.create(&it);
    EXPECT(it.wanted && hip.complete(&it) == 0);
}

static void write_records(int count, const char* name) {
    for (int i = 0; i < count; i++) write_record(name);
}

static void print_sizes(const char* title, struct pool* p) {
    printf("%s:", title);
    for (int i = 0; i < p->calls && i < 64; i++) {
        int same = 1;
        while (i + 1 < p->calls && i + 1 < 64 && p->sizes[i + 1] == p->sizes[i]) i++, same++;
        printf(same > 1 ? " %dx%d" : " %d", same > 1 ? same : p->sizes[i], p->sizes[i]);
    }
    printf("\n");
}

static void start(struct pool* p, size_t size) {
    open_sized(p, size, true);
    sequence = 0;
    OK(roctracer_enable_domain_activity_expl(OPS, p->pool));
    OK(roctracer_enable_op_activity_expl(API, MALLOC, p->pool));
}

static void finish(struct pool* p, const char* title, int records) {
    OK(roctracer_close_pool_expl(p->pool));
    print_sizes(title, p);
    EXPECT(p->records == records && p->allocations == 1 && p->releases == 1);
}

// --- cases ---------------------------------------------------------------------------------------------------------

static void capacity(void) {
    static const size_t sizes[] = {1024, 1000, 192, 128, 127, 100, 64, 63, 12, 1, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct pool p;
        char title[60];
        start(&p, sizes[i]);
        write_records(40, NULL);
        snprintf(title, sizeof title, "%zu of %zu bytes", sizes[i], p.bytes);
        finish(&p, title, 40);
    }
}

static void names(void) {
    struct pool p;
    char name[2000] = {0};
    memset(name, 'n', 37);
    start(&p, 1024);
    write_records(25, name);
    OK(roctracer_flush_activity_expl(p.pool));
    EXPECT(p.name >= p.memory && p.name + 38 <= p.memory + p.bytes);
    finish(&p, "names of 38 bytes", 25);
    memset(name, 'n', 959);
    start(&p, 1024);
    write_records(3, name);
    OK(roctracer_flush_activity_expl(p.pool));
    EXPECT(p.name >= p.memory && p.name + 960 <= p.memory + p.bytes);
    finish(&p, "names of 960 bytes", 3);
    name[959] = 'n';
    start(&p, 1024);
    for (int i = 0; i < 3; i++) {
        write_record(NULL);
        write_record(name);
        // Delivered when the write returns, with the caller's own address.
        EXPECT(p.records == 2 * i + 2 && p.name == name && !p.running);
    }
    finish(&p, "names of 961 bytes", 6);
    start(&p, 64);
    write_records(3, "nn");
    EXPECT(p.records == 3);
    finish(&p, "any name in 64 bytes", 3);
    start(&p, 1024);
    write_records(20, "");
    finish(&p, "empty names", 20);
}

static void call(void) { EXPECT(hip.call(MALLOC, NULL, NULL, NULL)); }

// An external id and its call are always in the same delivery.
static void pairs(void) {
    static const size_t sizes[] = {192, 128, 100, 64, 1};
    OK(roctracer_activity_push_external_correlation_id(31));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct pool p;
        char title[40];
        start(&p, sizes[i]);
        write_records(1, NULL);
        for (int n = 0; n < 3; n++) call();
        write_records(1, NULL);
        snprintf(title, sizeof title, "pairs in %zu bytes", sizes[i]);
        finish(&p, title, 8);
    }
}

static void full(void) {
    struct pool p;
    start(&p, 1024);
    write_records(16, NULL);
    OK(roctracer_enable_op_activity_expl(API, MALLOC, p.pool));
    EXPECT(p.calls == 0);
    write_record(NULL);
    WAIT_FOR(p.calls == 1 && !p.running);
    EXPECT(p.records == 16);
    OK(roctracer_flush_activity_expl(p.pool));
    EXPECT(p.records == 17);
    OK(roctracer_flush_activity_expl(p.pool));
    EXPECT(p.calls == 2);
    finish(&p, "a full one waits for the next", 17);
}

static void* flush(void* pool) {
    OK(roctracer_flush_activity_expl(pool));
    return NULL;
}

static void* write_one(void* written) {
    write_record(NULL);
    atomic_store((atomic_int*)written, 1);
    return NULL;
}

// The consumer is in its callback and the other buffer is also full: the next writer waits and no record is
// dropped. A flush waits for buffers handed over before it, even if no record was written since.
static void busy(void) {
    struct pool p;
    pthread_t thread;
    atomic_int written = 0;
    start(&p, 1024);
    p.held = 1;
    write_records(32, NULL);
    pthread_create(&thread, NULL, write_one, &written);
    WAIT_FOR(p.calls == 1); // it has counted the records
    for (int i = 0; i < 50; i++) sched_yield();
    EXPECT(!written && p.records == 16);
    p.held = 0;
    pthread_join(thread, NULL);
    EXPECT(written);
    OK(roctracer_flush_activity_expl(p.pool));
    EXPECT(p.records == 33);
    p.held = 1;
    write_record(NULL);
    pthread_create(&thread, NULL, flush, p.pool);
    WAIT_FOR(p.running);
    pthread_t second;
    pthread_create(&second, NULL, flush, p.pool);
    for (int i = 0; i < 50; i++) sched_yield();
    EXPECT(pthread_tryjoin_np(second, NULL) != 0);
    p.held = 0;
    pthread_join(thread, NULL);
    pthread_join(second, NULL);
    finish(&p, "busy", 34);
}

// Each pool has its own thread and delivers only its own records.
static void two(void) {
    struct pool kernels, copies;
    open_sized(&kernels, 1024, false);
    open_sized(&copies, 1024, false);
    OK(roctracer_enable_op_activity_expl(OPS, HIP_OP_ID_DISPATCH, kernels.pool));
    OK(roctracer_enable_op_activity_expl(OPS, HIP_OP_ID_COPY, copies.pool));
    kernels.held = 1;
    for (uint64_t i = 0; i < 100; i++) {
        sequence = i;
        if (i < 16) write_record("n");
        sequence = i;
        write_record(NULL);
    }
    // A blocked pool does not block the other.
    OK(roctracer_flush_activity_expl(copies.pool));
    EXPECT(copies.records == 100);
    kernels.held = 0;
    OK(roctracer_flush_activity_expl(kernels.pool));
    EXPECT(kernels.records == 16 && !pthread_equal(kernels.thread, copies.thread));
    EXPECT(!pthread_equal(kernels.thread, pthread_self()));
    OK(roctracer_close_pool_expl(kernels.pool));
    OK(roctracer_close_pool_expl(copies.pool));
    print_sizes("kernels", &kernels);
    print_sizes("copies", &copies);
}

// Without a named pool, an activity goes to the default pool at the moment of enabling.
static void defaults(void) {
    struct pool first, second;
    open_sized(&first, 1024, true);
    open_sized(&second, 1024, true);
    EXPECT(roctracer_default_pool_expl(first.pool) == NULL);
    sequence = 0;
    OK(roctracer_enable_domain_activity(OPS));
    EXPECT(roctracer_default_pool_expl(second.pool) == first.pool);
    write_record(NULL);
    OK(roctracer_flush_activity());
    EXPECT(first.records == 0);
    OK(roctracer_flush_activity_expl(first.pool));
    EXPECT(first.records == 1 && second.records == 0);
    sequence = 0;
    OK(roctracer_enable_op_activity(OPS, HIP_OP_ID_COPY));
    write_record(NULL);
    OK(roctracer_flush_activity_expl(NULL));
    EXPECT(second.records == 1);
    OK(roctracer_close_pool());
    EXPECT(second.releases == 1 && roctracer_default_pool() == NULL);
    struct fake_command copy = {.op = HIP_OP_ID_COPY},
                        kernel = {.op = HIP_OP_ID_DISPATCH, .kernel_name = "n", .begin = 1};
    hip.create(&copy), hip.create(&kernel);
    EXPECT(!copy.wanted && kernel.wanted && hip.complete(&kernel) == 0);
    OK(roctracer_close_pool_expl(first.pool));
    EXPECT(first.records == 2);
    printf("first %d, second %d\n", first.records, second.records);
}

// A command in flight when its pool is closed is not recorded, even if another pool is opened at the same address.
static void reopened(void) {
    struct pool p;
    struct fake_command old = {.op = HIP_OP_ID_COPY};
    for (int round = 0; round < 1000; round++) {
        open_sized(&p, 1024, round % 2);
        sequence = 0;
        OK(roctracer_enable_domain_activity_expl(OPS, p.pool));
        write_records(1 + round % 40, NULL);
        OK(roctracer_flush_activity_expl(p.pool));
        hip.create(&old);
        OK(roctracer_close_pool_expl(p.pool));
        EXPECT(hip.complete(&old) != 0 && p.records == 1 + round % 40);
    }
    printf("1000 pools\n");
}

static void no_memory(char** address, size_t size, void* argument) { (void)address, (void)size, (void)argument; }

static void poor(void) {
    roctracer_pool_t* pool = NULL;
    roctracer_properties_t properties = {.buffer_size = 1024};
    OK(roctracer_open_pool_expl(&properties, &pool));
    OK(roctracer_flush_activity_expl(pool));
    OK(roctracer_enable_domain_activity_expl(OPS, pool));
    write_records(100, NULL); // without a callback
    OK(roctracer_flush_activity_expl(pool));
    OK(roctracer_close_pool_expl(pool));
    properties.alloc_fun = no_memory;
    pool = NULL;
    printf("no memory: %d", roctracer_open_pool_expl(&properties, &pool));
    printf(", %s, %s\n", pool ? "a pool" : "no pool", last_error());
    properties.alloc_fun = NULL;
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2, (size_t)1 << 62};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        properties.buffer_size = sizes[i];
        printf("too large: %d\n", roctracer_open_pool_expl(&properties, &pool));
        printf("too large, default: %d %d\n", roctracer_open_pool(&properties), roctracer_default_pool() != NULL);
    }
}

int main(int argc, char** argv) {
    static const struct {
        const char* name;
        void (*run)(void);
    } cases[] = {{"capacity", capacity}, {"names", names},       {"pairs", pairs},       {"full", full}, {"busy", busy},
                 {"two", two},           {"defaults", defaults}, {"reopened", reopened}, {"poor", poor}};
    if (argc != 3) return 2;
    alarm(100);
    setvbuf(stdout, NULL, _IOLBF, 0);
    open_hip(argv[1]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[2], cases[i].name)) return cases[i].run(), 0;
    return 2;
}
