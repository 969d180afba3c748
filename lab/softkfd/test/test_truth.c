// The truth log: what really ran, with the times that the runtime gets.
#define _GNU_SOURCE
#include "driver.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static char log_name[] = "/tmp/softkfd-truth-XXXXXX";

// The line of the log that begins with `what` and has `field`; empty if there is none.
static char* line_with(const char* what, const char* field) {
    static char line[1024];
    FILE* file = fopen(log_name, "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, what, strlen(what)) != 0 || strstr(line, field) == NULL) continue;
        fclose(file);
        return line;
    }
    fclose(file);
    line[0] = '\0';
    return line;
}

static unsigned long long field_of(const char* line, const char* name) {
    const char* at = strstr(line, name);
    CHECK(at != NULL);
    return strtoull(at + strlen(name), NULL, 0);
}

static bool near(uint64_t a, uint64_t b) { return a - b + 10 <= 20; }

static void a_kernel_has_a_line_with_its_times(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.grid[0] = 100;
    p.workgroup[0] = 10;
    uint64_t index = submit(q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
    char signal[64];
    snprintf(signal, sizeof signal, " signal=0x%llx ", (unsigned long long)HANDLE(done));
    const char* line = line_with("kernel ", signal);
    CHECK(near(field_of(line, " start="), ns_of_ticks(done->start)));
    CHECK(near(field_of(line, " end="), ns_of_ticks(done->end)));
    CHECK_EQUAL(getpid(), field_of(line, " pid="));
    CHECK_EQUAL(q->id, field_of(line, " queue="));
    CHECK_EQUAL(index, field_of(line, " index="));
    CHECK_EQUAL(0, field_of(line, " gpu="));
    CHECK(strstr(line, " grid=100,1,1 workgroup=10,1,1 ") != NULL);
    CHECK(strstr(line, " name=?\n") != NULL);
}

// However many packets it takes.
static void a_copy_has_one_line_with_the_times_of_its_timestamps(void) {
    queue q = create_queue(GPU, KFD_QUEUE_SDMA, 4096);
    char* memory = host_memory(1 << 20);
    uint64_t* times = host_memory(4096);
    amd_signal* done = create_signal(1);
    uint64_t value = HANDLE(&done->value), begin = HANDLE(&times[0]), end = HANDLE(&times[1]), at = HANDLE(memory);
    uint64_t next = at + (1 << 18), to = at + (1 << 19), then = to + (1 << 18);
#define ADDRESS(a) (uint32_t)(a), (uint32_t)((a) >> 32)
    uint32_t words[] = {13 | 2 << 8,
                        ADDRESS(begin),
                        1,
                        (1 << 18) - 1,
                        0,
                        ADDRESS(at),
                        ADDRESS(to),
                        1,
                        (1 << 18) - 1,
                        0,
                        ADDRESS(next),
                        ADDRESS(then),
                        13 | 2 << 8,
                        ADDRESS(end),
                        10 | 47u << 25,
                        ADDRESS(value),
                        ~0u,
                        ~0u,
                        0,
                        0,
                        0};
    memcpy(q.ring, words, sizeof words);
    atomic_store(q.write, sizeof words);
    atomic_store(q.doorbell, sizeof words);
    AWAIT(value_of(done) == 0);
    char signal[64];
    snprintf(signal, sizeof signal, " signal=0x%llx\n", (unsigned long long)HANDLE(done));
    const char* line = line_with("copy ", signal);
    CHECK(near(field_of(line, " start="), ns_of_ticks(times[0])));
    CHECK(near(field_of(line, " end="), ns_of_ticks(times[1])));
    CHECK_EQUAL(1 << 19, field_of(line, " bytes="));
    CHECK_EQUAL(2, field_of(line, " packets="));
    CHECK(strstr(line, " by=sdma ") != NULL);
    destroy_queue(&q);
}

static void queues_and_what_is_unknown_have_lines(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_packet p = {.format = 9, .completion = HANDLE(done)};
    submit(q, &p, HSA_PACKET_VENDOR);
    AWAIT(value_of(done) == 0);
    CHECK(strstr(line_with("unknown ", "format=9"), "header=0x0") != NULL);
    kfd_queue_gws gws = {.queue_id = q->id, .count = 64};
    CHECK_EQUAL(0, request(KFD_ALLOC_QUEUE_GWS, &gws));
    destroy_queue(q);
    CHECK_EQUAL(q->id, field_of(line_with("queue ", "event=created type=aql"), " queue="));
    CHECK_EQUAL(q->id, field_of(line_with("queue ", "event=cooperative"), " queue="));
    CHECK_EQUAL(q->id, field_of(line_with("queue ", "event=destroyed type=aql"), " queue="));
    CHECK(line_with("queue ", "event=created type=sdma")[0] != '\0');
}

int main(int count, char** arguments) {
    (void)count;
    if (getenv("SOFTKFD_TRUTH") == NULL) close(mkstemp(log_name));
    else strcpy(log_name, getenv("SOFTKFD_TRUTH"));
    char setting[128];
    snprintf(setting, sizeof setting, "SOFTKFD_TRUTH=%s", log_name);
    with_settings(arguments, setting, NULL);
    open_driver();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    set_profiling(&q, true);
    a_kernel_has_a_line_with_its_times(&q);
    a_copy_has_one_line_with_the_times_of_its_timestamps();
    queues_and_what_is_unknown_have_lines(&q);
    unlink(log_name);
    return 0;
}
