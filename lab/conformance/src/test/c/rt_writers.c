// rt_writers HIP many COUNT [BYTES]: 8 threads write COUNT records each, half of them with names, into one pool of this
// size whose callback is slower than they are. No record is dropped, and each thread's records arrive in order.
// rt_writers HIP inside: a buffer's callback uses the library: it flushes, opens and closes other pools, queries
// names, registers, makes traced calls.
#define _GNU_SOURCE
#include "rt_hip.h"
#include "rt_program.h"

static const uint32_t OPS = ACTIVITY_DOMAIN_HIP_OPS, API = ACTIVITY_DOMAIN_HIP_API;

// --- many ----------------------------------------------------------------------------------------------------------

enum { WRITERS = 8, MOST_GAP = 1 << 11 }; // ids that a thread may have taken in advance
static uint64_t count, buffer_bytes = 4096, next[WRITERS], callbacks, pairs_apart, wrong, calls;
static bool* seen; // by call id

static void on_records(const char* begin, const char* end, void* unused) {
    (void)unused;
    callbacks++;
    const roctracer_record_t* r = (const roctracer_record_t*)begin;
    for (; r < (const roctracer_record_t*)end; r++) {
        if (r->domain == ACTIVITY_DOMAIN_EXT_API) {
            const roctracer_record_t* of = r + 1;
            if (of == (const roctracer_record_t*)end || of->domain != API || of->correlation_id != r->correlation_id
                || r->external_id != of->thread_id)
                pairs_apart++;
            continue;
        }
        if (r->domain == API) {
            if (r->correlation_id == 0 || r->correlation_id > calls + WRITERS * MOST_GAP || seen[r->correlation_id])
                wrong++;
            else seen[r->correlation_id] = true;
            continue;
        }
        char name[32];
        uint64_t writer = r->queue_id;
        snprintf(name, sizeof name, "kernel %" PRIu64, (uint64_t)r->begin_ns);
        if (writer >= WRITERS || r->begin_ns != next[writer]++) wrong++;
        else if (r->op == HIP_OP_ID_DISPATCH && strcmp(r->kernel_name, name)) wrong++;
    }
    // Some work that takes many times as long as writing the records.
    static volatile unsigned sum;
    for (int i = 0; i < (buffer_bytes > 4096 ? 2 : 20); i++)
        for (const char* byte = begin; byte < end; byte++) sum += (unsigned char)*byte;
}

static void* write_records(void* of) {
    uint64_t writer = (uintptr_t)of;
    OK(roctracer_activity_push_external_correlation_id((uint64_t)syscall(SYS_gettid)));
    for (uint64_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "kernel %" PRIu64, i);
        struct fake_command it = {.op = i % 2, .begin = i, .queue = writer, .kernel_name = i % 2 ? NULL : name};
        hip.create(&it);
        if (hip.complete(&it) != 0) printf("not taken\n");
        if (i % 16 == 0) hip.call(MALLOC, NULL, NULL, NULL);
        if (i % 1000 == 999) OK(roctracer_flush_activity());
    }
    return NULL;
}

static void many(void) {
    roctracer_properties_t properties = {.buffer_size = buffer_bytes, .buffer_callback_fun = on_records};
    pthread_t threads[WRITERS];
    calls = WRITERS * ((count + 15) / 16);
    seen = calloc(calls + WRITERS * MOST_GAP + 1, 1);
    OK(roctracer_open_pool(&properties));
    OK(roctracer_enable_domain_activity(OPS));
    OK(roctracer_enable_op_activity(API, MALLOC));
    for (uintptr_t i = 0; i < WRITERS; i++) pthread_create(&threads[i], NULL, write_records, (void*)i);
    for (int i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
    OK(roctracer_close_pool());
    for (int i = 0; i < WRITERS; i++) EXPECT(next[i] == count);
    uint64_t told_calls = 0;
    for (uint64_t id = 1; id <= calls + WRITERS * MOST_GAP; id++) told_calls += seen[id];
    EXPECT(told_calls == calls);
    printf("wrong %" PRIu64 ", pairs apart %" PRIu64 "\n", wrong, pairs_apart);
    EXPECT(callbacks >= WRITERS * count / (buffer_bytes / 64));
}

// --- inside --------------------------------------------------------------------------------------------------------

static roctracer_pool_t *pool, *other, *another;
static atomic_int told, others_told, done;

static void on_others(const char* begin, const char* end, void* unused) {
    (void)unused;
    others_told += (int)((end - begin) / 64);
}

static void on_call(uint32_t domain, uint32_t op, const void* data, void* argument) {
    (void)domain, (void)op, (void)data, (void)argument;
}

static void use_everything(const char* begin, const char* end, void* unused) {
    (void)unused;
    told += (int)((end - begin) / 64);
    if (done) return;
    done = 1;
    const roctracer_record_t* record = (const roctracer_record_t*)begin;
    uint64_t time;
    roctracer_properties_t properties = {.buffer_size = 64, .buffer_callback_fun = on_others};
    printf("%s\n", roctracer_op_string(record->domain, record->op, record->kind));
    OK(roctracer_next_record(record, &record));
    OK(roctracer_get_timestamp(&time));
    EXPECT(roctracer_disable_op_callback(API, 100000) == ROCTRACER_STATUS_ERROR_INVALID_ARGUMENT);
    printf("%s\n", last_error());
    OK(roctracer_enable_op_callback(API, MALLOC, on_call, NULL));
    OK(roctracer_enable_op_activity_expl(API, FREE, other));
    EXPECT(hip.call(FREE, NULL, NULL, NULL));
    OK(roctracer_flush_activity_expl(other));
    EXPECT(others_told == 1);
    OK(roctracer_open_pool_expl(&properties, &another));
    OK(roctracer_enable_op_activity_expl(API, FREE, another));
    EXPECT(hip.call(FREE, NULL, NULL, NULL));
    OK(roctracer_close_pool_expl(another));
    EXPECT(others_told == 2);
    OK(roctracer_close_pool_expl(other));
    // Its own pool, which is also the default pool.
    OK(roctracer_enable_op_activity_expl(API, MALLOC, pool));
    EXPECT(hip.call(MALLOC, NULL, NULL, NULL));
    OK(roctracer_flush_activity_expl(pool));
    OK(roctracer_flush_activity());
    EXPECT(roctracer_default_pool() == pool);
    roctracer_stop();
    roctracer_start();
    printf("back\n");
}

static void inside(void) {
    roctracer_properties_t properties = {.buffer_size = 1024, .buffer_callback_fun = use_everything};
    OK(roctracer_open_pool_expl(&properties, &pool));
    properties.buffer_callback_fun = on_others;
    OK(roctracer_open_pool_expl(&properties, &other));
    roctracer_default_pool_expl(pool);
    OK(roctracer_enable_domain_activity(OPS));
    struct fake_command it = {.op = HIP_OP_ID_DISPATCH, .kind = 0x11F0, .kernel_name = "kernel"};
    hip.create(&it);
    EXPECT(hip.complete(&it) == 0);
    OK(roctracer_flush_activity());
    OK(roctracer_flush_activity());
    EXPECT(told == 2);
    OK(roctracer_close_pool());
    printf("told %d, others %d\n", told, others_told);
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    alarm(600);
    setvbuf(stdout, NULL, _IOLBF, 0);
    open_hip(argv[1]);
    if (!strcmp(argv[2], "inside")) return inside(), 0;
    if (argc < 4) return 2;
    count = strtoull(argv[3], NULL, 10);
    if (argc > 4) buffer_bytes = strtoull(argv[4], NULL, 10);
    many();
    return 0;
}
