// What goes wrong on request, and in earnest; and the log of events that tells of it.
#define _GNU_SOURCE
#include "driver.h"

#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int listen_to(uint64_t mask) {
    kfd_smi_events a = {.gpu_id = GPU};
    CHECK_EQUAL(0, request(KFD_SMI_EVENTS, &a));
    CHECK_EQUAL(sizeof mask, write((int)a.fd, &mask, sizeof mask));
    return (int)a.fd;
}

// Reads lines until there are `count`; each without its time and process, which are checked.
static void read_lines(int fd, int count, char lines[][96]) {
    static char text[4096];
    size_t length = 0;
    int found = 0;
    while (found < count) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        CHECK_EQUAL(1, poll(&ready, 1, 10000));
        ssize_t bytes = read(fd, text + length, sizeof text - length - 1);
        CHECK(bytes > 0);
        length += (size_t)bytes;
        text[length] = '\0';
        found = 0;
        for (const char* at = text; (at = strchr(at, '\n')) != NULL; at++) found++;
    }
    char* rest = text;
    for (int i = 0; i < count; i++) {
        unsigned event;
        unsigned long long ns;
        int pid, at = 0;
        char* line = strsep(&rest, "\n");
        CHECK_EQUAL(3, sscanf(line, "%x %llu -%d %n", &event, &ns, &pid, &at));
        CHECK_EQUAL(getpid(), pid);
        CHECK(ns <= boot_ns());
        snprintf(lines[i], 96, "%x %s", event, line + at);
    }
}

static int memory_event(void) {
    kfd_create_event event = {.type = KFD_EVENT_MEMORY};
    CHECK_EQUAL(0, request(KFD_CREATE_EVENT, &event));
    return (int)event.event_id;
}

static kfd_memory_exception await_fault(int event) {
    kfd_event_data data = {.event_id = (uint32_t)event};
    kfd_wait_events wait = {.events = HANDLE(&data), .count = 1, .timeout_ms = 10000};
    CHECK_EQUAL(0, request(KFD_WAIT_EVENTS, &wait));
    CHECK_EQUAL(KFD_WAIT_COMPLETE, wait.result);
    return data.memory;
}

static void copy_to_nowhere(uint64_t to) {
    queue q = create_queue(GPU, KFD_QUEUE_SDMA, 1024);
    uint32_t* from = host_memory(4096);
    uint32_t words[] = {
        1, 4095, 0, (uint32_t)HANDLE(from), (uint32_t)(HANDLE(from) >> 32), (uint32_t)to, (uint32_t)(to >> 32)};
    memcpy(q.ring, words, sizeof words);
    atomic_store(q.write, sizeof words);
    atomic_store(q.doorbell, sizeof words);
}

static void a_copy_to_memory_that_no_gpu_sees_is_a_memory_fault(void) {
    int event = memory_event(), log = listen_to(1);
    uint64_t nowhere = (uint64_t)1 << 44;
    copy_to_nowhere(nowhere + 8);
    kfd_memory_exception fault = await_fault(event);
    CHECK_EQUAL(nowhere, fault.address);
    CHECK_EQUAL(GPU, fault.gpu_id);
    CHECK_EQUAL(1, fault.not_present);
    char lines[1][96];
    read_lines(log, 1, lines);
    CHECK_EQUAL(0, strcmp("1 1000:softkfd", lines[0]));
    close(log);
}

static void a_kernel_can_fault_on_request(void) {
    int event = memory_event();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    amd_signal* done = create_signal(2);
    hsa_dispatch p = dispatch_of(done);
    p.arguments = 0x123456789;
    submit(&q, &p, DISPATCH);
    submit(&q, &p, DISPATCH);
    CHECK_EQUAL(0x123456000, await_fault(event).address);
    AWAIT(value_of(done) == 1); // the first one goes on
    destroy_queue(&q);
}

static void a_queue_can_fail_on_request(bool with_exceptions) {
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    _Atomic(uint64_t)* payload = host_memory(4096);
    kfd_create_event event = {.type = KFD_EVENT_SIGNAL, .auto_reset = 1};
    CHECK_EQUAL(0, request(KFD_CREATE_EVENT, &event));
    if (with_exceptions)
        *q.save_area = (kfd_save_area){.error_payload = HANDLE(payload), .error_event = event.event_id};
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    submit(&q, &p, DISPATCH);
    if (with_exceptions) AWAIT(atomic_load(payload) == 1u << 19);
    else AWAIT(value_of(q.inactive) == 32);
    CHECK_EQUAL(1, value_of(done));
    destroy_queue(&q);
}

static void a_kernel_can_hang_or_lose_its_signal_on_request(bool hangs) {
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    amd_signal *never = create_signal(1), *done = create_signal(1);
    hsa_dispatch p = dispatch_of(never);
    submit(&q, &p, DISPATCH);
    p.completion = HANDLE(done);
    submit(&q, &p, DISPATCH | AFTER_ALL);
    if (!hangs) AWAIT(value_of(done) == 0);
    else
        for (int i = 0; i < 50; i++) nap();
    CHECK_EQUAL(1, value_of(never));
    CHECK_EQUAL(hangs, value_of(done));
    destroy_queue(&q); // does not wait for what never ends
}

static void a_signal_that_is_none_is_a_memory_fault(void) {
    int event = memory_event();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    hsa_dispatch p = dispatch_of(NULL);
    p.completion = (uint64_t)1 << 45;
    submit(&q, &p, DISPATCH);
    CHECK_EQUAL(p.completion, await_fault(event).address);
    destroy_queue(&q);
}

static void an_eviction_stops_the_queues_for_a_while(void) {
    int log = listen_to(1 << 8 | 1 << 9);
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    set_profiling(&q, true);
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    uint64_t before = boot_ns();
    submit(&q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
    CHECK(ns_of_ticks(done->start) - before >= 1000000);
    char lines[2][96];
    read_lines(log, 2, lines);
    CHECK_EQUAL(0, strcmp("9 1000 2", lines[0]));
    CHECK_EQUAL(0, strcmp("a 1000", lines[1]));
}

static void a_page_fault_migrates_the_page_of_the_arguments(void) {
    int log = listen_to(0xf0);
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    set_profiling(&q, true);
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    p.arguments = 0x5000;
    submit(&q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
    CHECK_EQUAL(7000, done->end - done->start); // 20 us and the migration
    char lines[4][96];
    read_lines(log, 4, lines);
    CHECK_EQUAL(0, strcmp("7 @5(1000) R", lines[0]));
    CHECK_EQUAL(0, strcmp("5 @5(1) 0->1000 0:1000 1", lines[1]));
    CHECK_EQUAL(0, strcmp("6 @5(1) 0->1000 1 0", lines[2]));
    CHECK_EQUAL(0, strcmp("8 @5(1000) M", lines[3]));
}

static void a_prefetch_of_a_shared_range_is_a_migration(void) {
    int log = listen_to(0x30);
    struct {
        kfd_svm head;
        uint32_t attributes[2];
    } a = {.head = {.start = 0x10000000, .size = 8192, .count = 1}, .attributes = {1, GPU}};
    CHECK_EQUAL(0, request(KFD_SVM, &a));
    char lines[2][96];
    read_lines(log, 2, lines);
    CHECK_EQUAL(0, strcmp("5 @10000(2) 0->1000 1000:0 0", lines[0]));
    CHECK_EQUAL(0, strcmp("6 @10000(2) 0->1000 0 0", lines[1]));
}

static void a_packet_of_no_known_kind_is_passed_over(void) {
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    amd_signal* done = create_signal(2);
    hsa_packet p = {.format = 77, .completion = HANDLE(done)};
    submit(&q, &p, HSA_PACKET_VENDOR);
    submit(&q, &p, HSA_PACKET_AGENT_DISPATCH);
    AWAIT(value_of(done) == 0);
}

static void only_the_events_that_are_asked_for_are_told(void) {
    int nothing = listen_to(0);
    a_prefetch_of_a_shared_range_is_a_migration();
    struct pollfd ready = {.fd = nothing, .events = POLLIN};
    CHECK_EQUAL(0, poll(&ready, 1, 0));
    kfd_smi_events a = {.gpu_id = 7};
    CHECK_EQUAL(-1, request(KFD_SMI_EVENTS, &a));
}

static void run(const char* what) {
    if (strcmp(what, "memory") == 0) a_kernel_can_fault_on_request();
    else if (strcmp(what, "queue") == 0) a_queue_can_fail_on_request(false);
    else if (strcmp(what, "exception") == 0) a_queue_can_fail_on_request(true);
    else if (strcmp(what, "hang") == 0) a_kernel_can_hang_or_lose_its_signal_on_request(true);
    else if (strcmp(what, "lose") == 0) a_kernel_can_hang_or_lose_its_signal_on_request(false);
    else if (strcmp(what, "evict") == 0) an_eviction_stops_the_queues_for_a_while();
    else if (strcmp(what, "page") == 0) a_page_fault_migrates_the_page_of_the_arguments();
    else CHECK(!"known case");
}

// Each in a process of its own, with the variable that requests it.
static void in_a_process(const char* what, const char* variable, const char* value) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        setenv(variable, value, 1);
        execl("/proc/self/exe", "test_faults", what, NULL);
        _exit(127);
    }
    int status;
    CHECK_EQUAL(child, waitpid(child, &status, 0));
    if (status != 0) fprintf(stderr, "case %s\n", what);
    CHECK_EQUAL(0, status);
}

int main(int count, char** arguments) {
    if (count == 2) {
        open_driver();
        run(arguments[1]);
        return 0;
    }
    in_a_process("memory", "SOFTKFD_MEMORY_FAULT", "2");
    in_a_process("queue", "SOFTKFD_FAIL_DISPATCH", "1");
    in_a_process("exception", "SOFTKFD_FAIL_DISPATCH", "0:*");
    in_a_process("hang", "SOFTKFD_HANG_DISPATCH", "1");
    in_a_process("lose", "SOFTKFD_LOSE_DISPATCH", "1");
    in_a_process("evict", "SOFTKFD_EVICT_DISPATCH", "1");
    in_a_process("page", "SOFTKFD_PAGE_FAULT", "1");
    open_driver();
    a_copy_to_memory_that_no_gpu_sees_is_a_memory_fault();
    a_signal_that_is_none_is_a_memory_fault();
    a_packet_of_no_known_kind_is_passed_over();
    only_the_events_that_are_asked_for_are_told();
    return 0;
}
