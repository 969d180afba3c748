// main_ends main|other|nobody HOW: the main thread ends with pthread_exit after ROCm calls by the main thread,
// another one, or none; two others continue to make calls and end, one after the other, by HOW: return, exit,
// cancel. Then the process ends: its exit handler prints the number of calls. `waits`: one of the others first
// joins the main thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { CALLS = 20 };

static const char* how;
static atomic_int calls;
static pthread_t main_thread, first;

static void call(void) {
    int device;
    if (hipGetDevice(&device)) _exit(50);
    calls++;
}

static void end(void) {
    if (!strcmp(how, "exit")) pthread_exit(NULL);
    if (!strcmp(how, "cancel")) {
        pthread_cancel(pthread_self());
        pthread_testcancel();
    }
}

static void* go_on(void* second) {
    if (!strcmp(how, "waits") && second) pthread_join(main_thread, NULL);
    for (int i = 0; i < CALLS; i++) {
        call();
        usleep(1000);
    }
    if (second) pthread_join(first, NULL);
    end();
    return NULL;
}

static void at_exit(void) { printf("%d calls\n", atomic_load(&calls)); }

int main(int argc, char** argv) {
    pthread_t second;
    if (argc != 3) return 2;
    how = argv[2];
    main_thread = pthread_self();
    atexit(at_exit);
    if (!strcmp(argv[1], "main")) call();
    if (strcmp(argv[1], "nobody")) {
        pthread_create(&first, NULL, go_on, NULL);
        pthread_create(&second, NULL, go_on, "second");
        pthread_detach(second);
    }
    pthread_exit(NULL);
}
