// Programs that use a HIP that does not register, one per mode. With -DOPENED they open it.
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-register/rocprofiler-register.h>

enum { THREADS = 8, CALLS = 4, CHILDREN = 50 };

#ifdef OPENED
static void (*hip_mock)(const char*);

static void open_hip(void) {
    void* library = dlopen("libamdhip64.so.6", RTLD_NOW | RTLD_LOCAL);
    hip_mock = library != NULL ? (void (*)(const char*))dlsym(library, "hip_mock") : NULL;
    if (hip_mock == NULL) printf("%s\n", dlerror());
}
#else
void hip_mock(const char* text);
const char* hipGetErrorName(int error);
double hip_mixed(int a, int b, int c, int d, int e, int f, int g, double h, double i, double j, double k, double l,
                 double m, double n, double o, double p, char q);
void* __hipRegisterFatBinary(const void* binary);
int plain_hip_is_untouched(void);
void* plain_hip_table(void);

static void open_hip(void) {}

static void calls(void) {
    hip_mock("one");
    __hipRegisterFatBinary("two");
    hip_mock("three");
}

// The first call has arguments of all kinds.
static void arguments(void) {
    printf("%.0f of 216\n", hip_mixed(1, 2, 3, 4, 5, 6, 7, 8., 9., 10., 11., 12., 13., 14., 15., 16., 'P'));
    printf("%s\n", hipGetErrorName(0));
    hip_mock("one");
}

static void untouched(void) {
    hip_mock("one");
    puts(plain_hip_is_untouched() ? "untouched" : "touched");
}

// Registers HIP's table in its stead, as this library would.
static void by_another(void) {
    void* table = plain_hip_table();
    (void)rocprofiler_register_library_api_table("hip", NULL, 60400, &table, 1, NULL);
    hip_mock("one");
}

static void late_tool(void) {
    void* tool = dlopen("libgeneric-tool.so", RTLD_NOW | RTLD_GLOBAL);
    printf("%d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    hip_mock(tool != NULL ? "two" : dlerror());
    printf("%d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    hip_mock("three");
}

static void late(void) {
    hip_mock("one");
    puts(plain_hip_is_untouched() ? "untouched" : "touched");
    late_tool();
}

static void late_by_another(void) {
    by_another();
    late_tool();
}

static void* call(void* start) {
    pthread_barrier_wait(start);
    for (int i = 0; i < CALLS; i++) hip_mock("call");
    return NULL;
}

// How many calls the SDK has seen of threads whose first calls come at the same time.
static int wrapped_calls(void) {
    pthread_t all[THREADS];
    pthread_barrier_t start;
    char line[64];
    int wrapped = 0;
    stdout = tmpfile();
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) pthread_create(&all[i], NULL, call, &start);
    for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
    rewind(stdout);
    while (fgets(line, sizeof line, stdout) != NULL) wrapped += strcmp(line, "[sdk] hip(call)\n") == 0;
    return wrapped;
}

static int wait_for(pid_t child) {
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

// Each child makes a first call.
static void threads(void) {
    int well = 0;
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0) _exit(wrapped_calls() != THREADS * CALLS);
        well += wait_for(child) == 0;
    }
    printf("%d of %d\n", well, CHILDREN);
}

static sem_t begins, ended;

static void* first_call(void* nothing) {
    sem_post(&begins);
    hip_mock("from a thread");
    sem_post(&ended);
    return nothing;
}

// Children of a process in which another thread registers make calls, too.
static void forks(void) {
    pthread_t thread;
    int well = 0;
    setvbuf(stdout, NULL, _IONBF, 0); // nothing for children to inherit
    pthread_create(&thread, NULL, first_call, NULL);
    pthread_detach(thread);
    sem_wait(&begins);
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0) {
            stdout = fopen("/dev/null", "w"); // one that is forked before the thread registers does so itself
            _exit(hipGetErrorName(0) == NULL);
        }
        well += wait_for(child) == 0;
    }
    sem_wait(&ended);
    printf("%d of %d children ended well\n", well, CHILDREN);
}
#endif

#ifdef OPENED
static void nothing(const char* text) { (void)text; }

// Another runtime registers after HIP's first call, as HSA does.
static void opened(void) {
    static struct {
        uint64_t size;
        void (*entry)(const char*);
    } table = {sizeof table, nothing};
    void* tables = &table;
    hip_mock("one");
    rocprofiler_register_library_api_table("hsa", NULL, 7, &tables, 1, NULL);
    hip_mock("two");
}
#endif

int main(int count, char** modes) {
    static const struct {
        const char* name;
        void (*run)(void);
    } all[] = {
#ifdef OPENED
        {"opened", opened},
#else
        {"calls", calls},           {"arguments", arguments},
        {"untouched", untouched},   {"late", late},
        {"threads", threads},       {"forks", forks},
        {"by-another", by_another}, {"late-by-another", late_by_another},
#endif
    };
    open_hip();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (count > 1 && strcmp(modes[1], all[i].name) == 0) all[i].run();
    return 0;
}
