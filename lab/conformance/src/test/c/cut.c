// cut FOLDER: makes marks on two threads, truncates the file of its own records in between, as another program
// might, makes more marks, and exits with 7.
#define _GNU_SOURCE
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { ROUNDS = 30000 };

static pthread_barrier_t between;

static void mark(void) {
    for (int i = 0; i < ROUNDS; i++) {
        roctxMarkA("mark");
        roctxRangePushA("range");
        roctxRangePop();
    }
}

static void* work(void* unused) {
    mark();
    pthread_barrier_wait(&between);
    pthread_barrier_wait(&between);
    mark();
    return unused;
}

static void cut(const char* folder) {
    char pattern[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*/records.seg", folder);
    if (glob(pattern, 0, NULL, &found) != 0) return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (truncate(found.gl_pathv[i], 0) != 0) exit(3);
}

int main(int argc, char** argv) {
    pthread_t threads[2];
    if (argc != 2) return 2;
    pthread_barrier_init(&between, NULL, 3);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    pthread_barrier_wait(&between);
    cut(argv[1]);
    pthread_barrier_wait(&between);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    mark();
    printf("done\n");
    return 7;
}
