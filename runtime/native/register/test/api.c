// The functions called directly, one mode per run. Without a tool unless the scenario brings one.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <rocprofiler-register/rocprofiler-register.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct table {
    uint64_t size;
    void (*entry)(const char*);
};

static void entry(const char* text) { (void)text; }

static struct table table = {sizeof table, entry};
static void* tables[] = {&table, &table, &table};

static const char* add(const char* name, uint64_t length) {
    return rocprofiler_register_error_string(
        rocprofiler_register_library_api_table(name, NULL, 7, tables, length, NULL));
}

static int print(rocprofiler_register_registration_info_t* info, void* left) {
    printf("%zu %s %u %lu\n", info->size, info->common_name, info->lib_version, info->api_table_length);
    return left != NULL && --*(int*)left == 0;
}

static void print_all(void) { rocprofiler_register_iterate_registration_info(print, NULL); }

static void errors(void) {
    for (int code = 0; code <= 10; code++) {
        printf("%d %s\n", code, rocprofiler_register_error_string((rocprofiler_register_error_code_t)code));
    }
}

static void arguments(void) {
    printf("unknown name: %s\n", add("cuda", 1));
    printf("no name: %s\n", add(NULL, 1));
    printf("length 0: %s\n", add("hip", 0));
    printf("length 0, unknown name: %s\n", add("cuda", 0));
    printf("no tables: %d\n", rocprofiler_register_library_api_table("hip", NULL, 7, NULL, 1, NULL));
    print_all();
}

static void instances(void) {
    for (int i = 0; i < 9; i++) {
        rocprofiler_register_library_indentifier_t identifier = {999};
        int result = rocprofiler_register_library_api_table("rccl", NULL, 7, tables, 1, &identifier);
        printf("%d %lu\n", result, identifier.handle);
    }
    printf("another library: %s\n", add("hip", 1));
}

static void iterate(void) {
    add("hip", 1);
    add("roctx", 3);
    add("hsa", 1);
    int left = 2;
    printf("-> %d\n", rocprofiler_register_iterate_registration_info(print, &left));
    print_all();
    printf("no callback -> %d\n", rocprofiler_register_iterate_registration_info(NULL, NULL));
}

static int count_one(rocprofiler_register_registration_info_t* info, void* count) {
    (void)info;
    ++*(int*)count;
    return 0;
}

// Prints which values of a boolean switch registration on: a switched-off registration is not recorded.
static void booleans(void) {
    static const char* const values[] = {
        "1",     "0",    "00",  "10",   "18446744073709551616",
        "on",    "true", "yes", "off",  "OFF",
        "False", "no",   "N",   "f",    "F",
        "",      " ",    "-1",  "offf", "0x0",
    };
    static const char* const names[] = {"hsa", "hip", "roctx"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int before = 0;
        int after = 0;
        rocprofiler_register_iterate_registration_info(count_one, &before);
        setenv("ROCPROFILER_REGISTER_ENABLED", values[i], 1);
        const char* result = add(names[i % 3], 1);
        rocprofiler_register_iterate_registration_info(count_one, &after);
        printf("'%s' %s, %s\n", values[i], after > before ? "on" : "off", result);
    }
}

static void disabled(void) {
    printf("%s\n", add("hip", 1));
    print_all();
    printf("replay: %d\n", rocprofiler_register_invoke_all_registrations());
}

// A runtime finds the register that is already there, by its development name.
static void same_handle(void) {
    Dl_info mine;
    dladdr((const void*)dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table"), &mine);
    void* named = dlopen("librocprofiler-register.so", RTLD_LAZY | RTLD_NOLOAD);
    void* linked = dlopen("librocprofiler-register.so.0", RTLD_LAZY | RTLD_NOLOAD);
    void* function = named != NULL ? dlsym(named, "rocprofiler_register_library_api_table") : NULL;
    printf("%s\n", function != NULL && named == linked && function == mine.dli_saddr ? "same" : "different");
}

// Registers without a tool, then a tool comes.
static void replay(void) {
    printf("before: %d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    printf("%s\n", add("hip", 1));
    printf("%s\n", add("roctx", 3));
    printf("still no tool: %d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    dlopen("libgeneric-tool.so", RTLD_LAZY | RTLD_GLOBAL);
    printf("nonpropagated: %d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    printf("again: %d\n", rocprofiler_register_invoke_nonpropagated_registrations());
    printf("%s\n", add("hsa", 1));
    printf("all: %d\n", rocprofiler_register_invoke_all_registrations());
}

// A tool comes and goes.
static void attach(void) {
    static const char environment[] = "\1\0\0\0API_VARIABLE\0value";
    static const char none[] = "\0\0\0";
    printf("%s\n", add("hip", 1));
    printf("%s\n", add("roctx", 3));
    printf("no session: %d\n", rocprofiler_register_detach());
    printf("no tool: %d\n", rocprofiler_register_attach(environment, NULL));
    printf("empty: %d\n", rocprofiler_register_attach(environment, ""));
    setenv("ROCP_TOOL_ATTACH", "1", 1); // too late
    printf("attach: %d\n", rocprofiler_register_attach(environment, "libgeneric-tool.so"));
    printf("%s\n", add("hsa", 1));
    printf("detach: %d\n", rocprofiler_register_detach());
    printf("another: %d\n", rocprofiler_register_attach(none, "libother.so"));
    printf("again: %d\n", rocprofiler_register_attach(none, "libgeneric-tool.so"));
}

static void* keep_registering(void* stop) {
    while (!atomic_load((atomic_int*)stop)) {
        add("hip", 1);
        int count = 0;
        rocprofiler_register_iterate_registration_info(count_one, &count);
    }
    return NULL;
}

// Forks while other threads are inside the library; each child registers, lists and leaves.
static void forks(void) {
    pthread_t threads[3];
    atomic_int stop = 0;
    int good = 0;
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, keep_registering, &stop);
    for (int i = 0; i < 100; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            int count = 0;
            const char* result = add("roctx", 3);
            rocprofiler_register_iterate_registration_info(count_one, &count);
            _exit(strcmp(result, "rocprofiler-register found no tools") == 0 && count > 0 ? 0 : 1);
        }
        int status;
        waitpid(child, &status, 0);
        good += status == 0;
    }
    atomic_store(&stop, 1);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    printf("%d of 100 children ended well\n", good);
}

static atomic_bool holds = true;
static atomic_int waiter;

static int hold(struct dl_phdr_info* info, size_t size, void* held) {
    (void)info, (void)size;
    atomic_store((atomic_bool*)held, true);
    while (atomic_load(&holds)) usleep(1000);
    return 1;
}

static void* keep_the_loader(void* held) {
    dl_iterate_phdr(hold, held);
    return NULL;
}

static void* wait_for_the_loader(void* nothing) {
    atomic_store(&waiter, gettid());
    add("hip", 1);
    return nothing;
}

static bool is_blocked(pid_t thread) {
    char path[64], state[64] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", thread);
    FILE* file = fopen(path, "r");
    if (file == NULL) return false;
    bool blocked = fgets(state, sizeof state, file) != NULL && atoi(state) == SYS_futex;
    fclose(file);
    return blocked;
}

// Forks while a thread is in the loader and another one, within the library, waits for that.
static void fork_from_loader(void) {
    pthread_t threads[2];
    atomic_bool held = false;
    pthread_create(&threads[0], NULL, keep_the_loader, &held);
    while (!atomic_load(&held)) usleep(1000);
    pthread_create(&threads[1], NULL, wait_for_the_loader, NULL);
    while (atomic_load(&waiter) == 0 || !is_blocked(atomic_load(&waiter))) usleep(1000);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        printf("%s\n", add("roctx", 3));
        print_all();
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    atomic_store(&holds, false);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("status %x, then %s\n", status, add("hsa", 1));
    print_all();
}

// Eight threads register every library twice each, which is twice what there is room for, and replay and
// list meanwhile.
enum { CROWD = 8, LIBRARIES = 10, INSTANCES = 8 };
static const char* const libraries[LIBRARIES] = {"hsa",       "hip",     "roctx",     "hip_compiler", "rccl",
                                                 "rocdecode", "rocjpeg", "rocattach", "hipFile",      "rocshmem"};
static atomic_int accepted[LIBRARIES * INSTANCES];
static atomic_int refused;
static pthread_barrier_t together;

static void* crowd_in(void* argument) {
    int shift = (int)(size_t)argument;
    pthread_barrier_wait(&together);
    for (int i = 0; i < 2 * LIBRARIES; i++) {
        int library = (i + shift) % LIBRARIES;
        rocprofiler_register_library_indentifier_t identifier = {999};
        int result = rocprofiler_register_library_api_table(libraries[library], NULL, 7, tables, 1, &identifier);
        if (result == ROCP_REG_EXCESS_API_INSTANCES) {
            atomic_fetch_add(&refused, 1);
        } else if (identifier.handle / INSTANCES != (uint64_t)library) {
            printf("%s got %lu\n", libraries[library], identifier.handle);
        } else {
            atomic_fetch_add(&accepted[identifier.handle], 1);
        }
        int listed = 0;
        rocprofiler_register_iterate_registration_info(count_one, &listed);
        if (listed > LIBRARIES * INSTANCES) printf("%d are listed\n", listed);
        if (i == LIBRARIES) rocprofiler_register_invoke_nonpropagated_registrations();
    }
    return NULL;
}

static void crowd(void) {
    pthread_t threads[CROWD];
    pthread_barrier_init(&together, NULL, CROWD + 1);
    for (size_t i = 0; i < CROWD; i++) pthread_create(&threads[i], NULL, crowd_in, (void*)i);
    pthread_barrier_wait(&together);
    const char* late = getenv("API_LATE_TOOL");
    if (late != NULL) dlopen(late, RTLD_LAZY | RTLD_GLOBAL);
    for (int i = 0; i < CROWD; i++) pthread_join(threads[i], NULL);
    int once = 0;
    for (int i = 0; i < LIBRARIES * INSTANCES; i++) once += accepted[i] == 1;
    rocprofiler_register_invoke_nonpropagated_registrations();
    printf("%d handles, %d refused\n", once, refused);
}

int main(int count, char** names) {
    static const struct {
        const char* name;
        void (*run)(void);
    } modes[] = {
        {"errors", errors},
        {"arguments", arguments},
        {"instances", instances},
        {"iterate", iterate},
        {"booleans", booleans},
        {"disabled", disabled},
        {"same-handle", same_handle},
        {"replay", replay},
        {"forks", forks},
        {"crowd", crowd},
        {"attach", attach},
        {"fork-from-loader", fork_from_loader},
    };
    for (size_t i = 0; count > 1 && i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(modes[i].name, names[1]) == 0) {
            modes[i].run();
            return 0;
        }
    }
    return 2;
}
