// namespaces HOW LIBRARY: opens a library in one of the ways that a program may, also twice, uses it, closes it
// while a thread still uses it, and exits with 7. HOW: local, deep, new (a separate namespace), or twice (that and
// the ordinary one).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 50 };

static atomic_bool closed;
static atomic_int rounds;

static void use(void* library) {
    void (*mark)(const char*) = (void (*)(const char*))dlsym(library, "roctxMarkA");
    int (*push)(const char*) = (int (*)(const char*))dlsym(library, "roctxRangePushA");
    int (*pop)(void) = (int (*)(void))dlsym(library, "roctxRangePop");
    int (*configure)(void*) = (int (*)(void*))dlsym(library, "rocprofiler_force_configure");
    int (*replay)(void) = (int (*)(void))dlsym(library, "rocprofiler_register_invoke_all_registrations");
    if (configure) configure(NULL);
    if (replay) replay();
    if (!mark) return;
    for (int i = 0; i < ROUNDS; i++) {
        mark("mark");
        if (push("range") != 0 || pop() != 0) printf("levels are wrong\n");
    }
}

static void* use_on(void* function) {
    while (!atomic_load(&closed) || atomic_load(&rounds) < ROUNDS) {
        ((int (*)(const char*))function)("busy");
        atomic_fetch_add(&rounds, 1);
    }
    return NULL;
}

static void close_in_use(void* library) {
    pthread_t thread;
    void* function = dlsym(library, "roctxRangePushA");
    if (function && pthread_create(&thread, NULL, use_on, function) != 0) exit(4);
    while (function && atomic_load(&rounds) < ROUNDS) {
    }
    dlclose(library);
    atomic_store(&closed, true);
    if (function) pthread_join(thread, NULL);
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    int is_new = strcmp(argv[1], "new") == 0 || strcmp(argv[1], "twice") == 0;
    int flags = RTLD_NOW | RTLD_LOCAL | (strcmp(argv[1], "deep") == 0 ? RTLD_DEEPBIND : 0);
    void* library = is_new ? dlmopen(LM_ID_NEWLM, argv[2], RTLD_NOW) : dlopen(argv[2], flags);
    void* other = strcmp(argv[1], "twice") == 0 ? dlopen(argv[2], RTLD_NOW | RTLD_GLOBAL) : NULL;
    if (!library) {
        printf("%s\n", dlerror());
        return 3;
    }
    use(library);
    if (other) use(other);
    close_in_use(library);
    printf("done\n");
    return 7;
}
