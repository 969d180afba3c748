// sanitized WHAT: ten calls of HIP, and an error that a sanitizer detects: leak, overflow, undefined, race, segv,
// or none.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>

static int shared;

static void* race(void* unused) {
    shared++;
    return unused;
}

static void race_twice(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, race, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "none";
    int device;
    for (int i = 0; i < 10; i++)
        if (hipGetDevice(&device) != hipSuccess) return 9;
    volatile char* volatile bytes = malloc(10);
    if (!bytes) return 9;
    bytes[0] = 1;
    if (!strcmp(what, "overflow")) return bytes[10];
    if (!strcmp(what, "segv")) return *(volatile int*)8;
    if (!strcmp(what, "race")) race_twice();
    if (!strcmp(what, "undefined")) {
        volatile int largest = 0x7fffffff;
        largest += argc;
    }
    if (strcmp(what, "leak")) free((void*)bytes);
    bytes = NULL;
    puts("done");
    return 0;
}
