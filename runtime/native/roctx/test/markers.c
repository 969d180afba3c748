// Uses every ROC-TX function, one mode per run.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 1000, MANY = 100000, BLOCK = 1024 };

static void print_traced(void) {
    int (*count)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "mock_sdk_calls");
    if (count != NULL) printf("traced %d\n", count());
}

static void every_function(void) {
    errno = 77;
    roctxMarkA("mark");
    printf("errno %d\n", errno);
    roctxMarkA(NULL);
    int pushed_outer = roctxRangePushA("outer");
    int pushed_inner = roctxRangePushA("inner");
    printf("push %d %d\n", pushed_outer, pushed_inner);
    int inner = roctxRangePop();
    int outer = roctxRangePop();
    int none = roctxRangePop();
    printf("pop %d %d %d, push %d\n", inner, outer, none, roctxRangePushA(NULL));
    roctx_range_id_t first = roctxRangeStartA("first");
    roctx_range_id_t second = roctxRangeStartA(NULL);
    printf("start %lu %lu\n", first, second);
    roctxRangeStop(first);
    roctxRangeStop(12345);
    roctx_thread_id_t tid = 0;
    int got = roctxGetThreadId(&tid);
    printf("thread %d %s\n", got, tid == (roctx_thread_id_t)syscall(SYS_gettid) ? "mine" : "not mine");
    printf("pause %d resume %d\n", roctxProfilerPause(0), roctxProfilerResume(tid));
    printf("names %d %d %d %d\n", roctxNameOsThread("t"), roctxNameHsaAgent("a", NULL), roctxNameHipDevice("d", 1),
           roctxNameHipStream("s", NULL));
}

static atomic_uchar seen[THREADS * ROUNDS + 1];
static atomic_int wrong;

static void* push_and_pop(void* start) {
    pthread_barrier_wait(start);
    for (int i = 0; i < ROUNDS; i++) {
        wrong += roctxRangePushA("outer") != 0;
        wrong += roctxRangePushA("inner") != 1;
        roctx_range_id_t id = roctxRangeStartA("range");
        wrong += id < 1 || id > THREADS * ROUNDS || atomic_fetch_add(&seen[id], 1) != 0;
        roctxRangeStop(id);
        wrong += roctxRangePop() != 1;
        wrong += roctxRangePop() != 0;
    }
    wrong += roctxRangePop() != -1;
    return NULL;
}

// In several threads that begin at once.
static void run_at_once(void* (*function)(void*)) {
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, function, &start);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    printf("%d wrong\n", wrong);
}

static void threads(void) { run_at_once(push_and_pop); }

static atomic_uchar given[THREADS * (MANY + BLOCK) + 1];

static void* start_many(void* start) {
    roctx_range_id_t last = 0;
    pthread_barrier_wait(start);
    for (int i = 0; i < MANY; i++) {
        roctx_range_id_t id = roctxRangeStartA("range");
        wrong += id <= last || id >= sizeof given || atomic_fetch_add(&given[id], 1) != 0;
        last = id;
        roctxRangeStop(id);
    }
    return NULL;
}

// So many that threads take blocks of identifiers, of which they may leave a part.
static void many(void) { run_at_once(start_many); }

// The mappings and threads that our libraries add to a program without a tool.
static void footprint(void) {
    roctxMarkA("mark");
    FILE* maps = fopen("/proc/self/maps", "r");
    char line[4096];
    bool sdk = false;
    bool jvm = false;
    while (fgets(line, sizeof line, maps) != NULL) {
        sdk |= strstr(line, "librocprofiler-sdk.so") != NULL;
        jvm |= strstr(line, "libjvm") != NULL;
    }
    fclose(maps);
    printf("sdk %d jvm %d\n", sdk, jvm);
}

// Another runtime is called first; its registration starts the tool.
static void after_hip(void) {
    static struct {
        uint64_t size;
        void* entry;
    } table = {sizeof table, NULL};
    void* tables[] = {&table};
    printf("hip %d\n", rocprofiler_register_library_api_table("hip", NULL, 60001, tables, 1, NULL));
    roctxMarkA("mark");
}

static void replay(void) {
    roctxMarkA("before");
    dlopen("libgeneric-tool.so", RTLD_LAZY | RTLD_GLOBAL);
    roctxMarkA("still before");
    printf("replay %d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    roctxMarkA("after");
}

static void import(void) {
    uint32_t (*function)(void) = (uint32_t(*)(void))dlsym(RTLD_DEFAULT, "rocprofiler_register_import_roctx");
    printf("version %u\n", function());
}

static void* keep_marking(void* stop) {
    while (!atomic_load((atomic_int*)stop)) roctxMarkA("busy");
    return NULL;
}

static void forks(void) {
    pthread_t thread;
    atomic_int stop = 0;
    int good = 0;
    pthread_create(&thread, NULL, keep_marking, &stop);
    for (int i = 0; i < 50; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            roctxMarkA("child");
            _exit(roctxRangePushA("a") == 0 && roctxRangePop() == 0 ? 0 : 1);
        }
        int status = -1;
        waitpid(child, &status, 0);
        good += status == 0;
    }
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    printf("%d of 50 children ended well\n", good);
}

static void mark_once(void) {
    roctxMarkA("mark");
    roctxMarkA("again");
}

int main(int count, char** names) {
    static const struct {
        const char* name;
        void (*run)(void);
        bool traced;
    } modes[] = {
        {"every", every_function, true}, {"threads", threads, true},     {"many", many, true},
        {"footprint", footprint, false}, {"after-hip", after_hip, true}, {"replay", replay, true},
        {"import", import, false},       {"forks", forks, false},        {"mark", mark_once, true},
    };
    for (size_t i = 0; count > 1 && i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i].name, names[1]) != 0) continue;
        modes[i].run();
        if (modes[i].traced) print_traced();
        return 0;
    }
    return 2;
}
