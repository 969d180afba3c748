// openmp_ends HOW: a program with LLVM's OpenMP runtime that ends, or continues, in an unusual way. Prints the
// number of threads in each of its regions.
//
//   late     regions in an exit handler that was registered first, and in a destructor
//   inside   exit from inside a region
//   thread   exit from a thread that does not belong to OpenMP
//   fork     regions also in the child of a fork
//   roots    regions of several threads of the program, which then end
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, ROOTS = 3, STATUS = 7 };

static int late;

static void region(const char* where) {
    int threads = 0;
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp atomic
        threads++;
    }
    printf("%s %d\n", where, threads);
    fflush(stdout);
}

static void at_exit(void) { region("exit handler"); }

__attribute__((destructor)) static void at_end(void) {
    if (late) region("destructor");
}

static void* root(void* unused) {
#pragma omp parallel num_threads(2)
    { usleep(1); }
    return unused;
}

static void* end(void* unused) {
    (void)unused;
    exit(STATUS);
}

int main(int count, char** arguments) {
    const char* how = count > 1 ? arguments[1] : "";
    pthread_t threads[ROOTS];
    late = strcmp(how, "late") == 0;
    if (late) atexit(at_exit);
    region("main");
    if (strcmp(how, "inside") == 0) {
#pragma omp parallel num_threads(THREADS)
        {
            if (omp_get_thread_num() == 2) exit(STATUS);
            for (;;) pause();
        }
    } else if (strcmp(how, "thread") == 0) {
        pthread_create(threads, NULL, end, NULL);
        for (;;) pause();
    } else if (strcmp(how, "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            region("child");
            exit(STATUS);
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("child ended with %d\n", WEXITSTATUS(status));
        region("parent");
    } else if (strcmp(how, "roots") == 0) {
        for (int i = 0; i < ROOTS; i++) pthread_create(&threads[i], NULL, root, NULL);
        for (int i = 0; i < ROOTS; i++) pthread_join(threads[i], NULL);
    }
    return 0;
}
