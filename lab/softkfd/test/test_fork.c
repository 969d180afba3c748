// A forked child begins anew, whatever the parent was doing; and a process that is killed leaves its truth log.
#define _GNU_SOURCE
#include "driver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char log_name[] = "/tmp/softkfd-truth-XXXXXX";

static void run_a_kernel(queue* q) {
    amd_signal* done = create_signal(1);
    hsa_dispatch p = dispatch_of(done);
    submit(q, &p, DISPATCH);
    AWAIT(value_of(done) == 0);
}

static void await_success(pid_t child) {
    int status;
    CHECK_EQUAL(child, waitpid(child, &status, 0));
    CHECK_EQUAL(0, status);
}

// The parent's devices are no longer good in it, as with the driver.
static void a_child_of_a_busy_parent_opens_the_driver_again(queue* q) {
    amd_signal* done = create_signal(50);
    hsa_dispatch p = dispatch_of(done);
    for (int i = 0; i < 50; i++) submit(q, &p, DISPATCH | AFTER_ALL);
    pid_t child = fork();
    if (child == 0) {
        kfd_version version;
        CHECK_EQUAL(-1, request(KFD_GET_VERSION, &version));
        CHECK_EQUAL(EBADF, errno);
        CHECK_EQUAL(0, close(driver));
        open_driver();
        kfd_create_queue none = {.gpu_id = GPU, .type = KFD_QUEUE_AQL, .ring_size = 4096};
        CHECK_EQUAL(-1, request(KFD_CREATE_QUEUE, &none)); // nothing is mapped yet
        uint64_t id = q->id;
        CHECK_EQUAL(-1, request(KFD_DESTROY_QUEUE, &id));
        void* ring = host_memory(4096);
        char* descriptor = host_memory(4096);
        kfd_create_queue own = {.ring_base = HANDLE(ring), .ring_size = 4096, .gpu_id = GPU, .type = KFD_QUEUE_AQL};
        own.write_pointer = HANDLE(descriptor + 56);
        own.read_pointer = HANDLE(descriptor + 128);
        own.percentage = 100;
        CHECK_EQUAL(0, request(KFD_CREATE_QUEUE, &own));
        _exit(0);
    }
    await_success(child);
    AWAIT(value_of(done) == 0);
}

static void a_child_that_only_exits_disturbs_nobody(queue* q) {
    pid_t child = fork();
    if (child == 0) exit(0);
    await_success(child);
    run_a_kernel(q);
}

static int lines_of(const char* what) {
    FILE* file = fopen(log_name, "r");
    CHECK(file != NULL);
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        CHECK(line[strlen(line) - 1] == '\n');
        count += strncmp(line, what, strlen(what)) == 0;
    }
    fclose(file);
    return count;
}

static void a_killed_process_leaves_all_that_had_ended(void) {
    int before = lines_of("kernel ");
    int ready[2];
    CHECK_EQUAL(0, pipe(ready));
    pid_t child = fork();
    if (child == 0) {
        dup2(ready[1], STDOUT_FILENO);
        execl("/proc/self/exe", "test_fork", "killed", NULL);
        _exit(127);
    }
    char byte;
    CHECK_EQUAL(1, read(ready[0], &byte, 1));
    CHECK_EQUAL(0, kill(child, SIGKILL));
    CHECK_EQUAL(child, waitpid(child, NULL, 0));
    CHECK(lines_of("kernel ") - before >= 100);
}

// Runs kernels until it is killed; says so after a hundred.
static void until_killed(void) {
    open_driver();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    amd_signal* done = create_signal(1);
    for (int i = 0;; i++) {
        atomic_store(&done->value, 1);
        hsa_dispatch p = dispatch_of(done);
        submit(&q, &p, DISPATCH);
        AWAIT(value_of(done) == 0);
        if (i == 100) CHECK_EQUAL(1, write(STDOUT_FILENO, "", 1));
    }
}

int main(int count, char** arguments) {
    if (count == 2) until_killed();
    if (getenv("SOFTKFD_TRUTH") == NULL) close(mkstemp(log_name));
    else strcpy(log_name, getenv("SOFTKFD_TRUTH"));
    char setting[128];
    snprintf(setting, sizeof setting, "SOFTKFD_TRUTH=%s", log_name);
    with_settings(arguments, setting, NULL);
    open_driver();
    queue q = create_queue(GPU, KFD_QUEUE_AQL, 4096);
    run_a_kernel(&q);
    a_child_of_a_busy_parent_opens_the_driver_again(&q);
    a_child_that_only_exits_disturbs_nobody(&q);
    CHECK_EQUAL(52, lines_of("kernel "));
    a_killed_process_leaves_all_that_had_ended();
    destroy_queue(&q);
    unlink(log_name);
    return 0;
}
