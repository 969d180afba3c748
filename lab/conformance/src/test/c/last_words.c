// last_words main|exit|thread|quit: makes traced calls and ends with status 7, from main, by exit, by exit on
// another thread, or by pthread_exit of all threads (status 0). An exit handler and a destructor write lines, which
// are still in the stream's buffer when the process ends.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hip/hip_runtime_api.h>

static void on_exit_handler(void) { printf("exit handler\n"); }

__attribute__((destructor)) static void on_destructor(void) { printf("destructor\n"); }

static void* end(void* unused) {
    exit(7);
    return unused;
}

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "main";
    int device;
    pthread_t thread;
    atexit(on_exit_handler);
    for (int i = 0; i < 10; i++)
        if (hipGetDevice(&device)) return 50;
    printf("main ends\n");
    if (!strcmp(how, "exit")) exit(7);
    if (!strcmp(how, "quit")) pthread_exit(NULL);
    if (!strcmp(how, "thread") && !pthread_create(&thread, NULL, end, NULL)) pthread_join(thread, NULL);
    return 7;
}
