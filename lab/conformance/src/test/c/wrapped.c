// wrapped: a process whose threads have lower ids than itself, because the kernel has started over with low ids.
// External correlation ids are for them, too. Prints the statuses, or that this process may not choose the ids.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

enum { NEAR = 8, MOST_TRIES = 10000 };

static rocprofiler_context_id_t context;

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    return rocprofiler_create_context(&context) != ROCPROFILER_STATUS_SUCCESS;
}

rocprofiler_tool_configure_result_t* rocprofiler_configure(uint32_t version, const char* runtime, uint32_t priority,
                                                           rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof result, initialize, NULL, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "wrapped";
    return &result;
}

// The next process gets an id near the largest. False without the right to say so.
static int choose(void) {
    unsigned long most = 0;
    FILE* file = fopen("/proc/sys/kernel/pid_max", "r");
    if (file == NULL || fscanf(file, "%lu", &most) != 1) return 0;
    fclose(file);
    file = fopen("/proc/sys/kernel/ns_last_pid", "w");
    if (file == NULL) return 0;
    fprintf(file, "%lu", most - NEAR);
    return fclose(file) == 0;
}

static void* try(void* lower) {
    rocprofiler_thread_id_t self = (rocprofiler_thread_id_t)syscall(SYS_gettid);
    rocprofiler_user_data_t value = {.value = 7}, popped = {.value = 0};
    if (self >= (rocprofiler_thread_id_t)getpid()) return NULL;
    int push = rocprofiler_push_external_correlation_id(context, self, value);
    int pop = rocprofiler_pop_external_correlation_id(context, self, &popped);
    int ours = rocprofiler_push_external_correlation_id(context, (rocprofiler_thread_id_t)getpid(), value);
    int nobodys = rocprofiler_push_external_correlation_id(context, 0, value);
    printf("push %d, pop %d of %lu, of the first thread %d, of no thread %d\n", push, pop, (unsigned long)popped.value,
           ours, nobodys);
    return lower;
}

static int check(void) {
    rocprofiler_force_configure(rocprofiler_configure);
    for (int i = 0; i < MOST_TRIES; i++) {
        pthread_t thread;
        void* done = NULL;
        if (pthread_create(&thread, NULL, try, &context) != 0 || pthread_join(thread, &done) != 0) return 1;
        if (done != NULL) return 0;
    }
    return 3;
}

int main(int argc, char** argv) {
    if (argc > 1) return check();
    if (!choose()) {
        puts("may not choose ids");
        return 0;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", argv[0], "inner", (char*)NULL);
        _exit(4);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}
