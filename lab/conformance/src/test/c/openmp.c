// openmp REGIONS THREADS [hip]: a program with OpenMP, linked with LLVM's runtime. In each region of THREADS threads: a
// loop with dynamic schedule, a critical section, a barrier, and a task for each thread; after each, regions in a
// region. With `hip` each thread asks for the device count, else each sets a roctx mark.
#include <hip/hip_runtime_api.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { ITERATIONS = 64, NESTED = 2 };

static int hip;
static long sum;

static void call(void) {
    int devices = 0;
    if (!hip) roctxMarkA("in a region");
    else if (hipGetDeviceCount(&devices) != hipSuccess) exit(2);
}

static void region(int threads) {
#pragma omp parallel num_threads(threads)
    {
        call();
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < ITERATIONS; i++) {
#pragma omp atomic
            sum += i;
        }
#pragma omp critical
        sum++;
#pragma omp barrier
        // Not `single`: GCC's code does not report its end.
        for (int i = 0; omp_get_thread_num() == 0 && i < threads; i++) {
#pragma omp task
            {
#pragma omp atomic
                sum += 1000000;
            }
        }
    }
}

static void nested_regions(void) {
#pragma omp parallel num_threads(NESTED)
    {
#pragma omp parallel num_threads(NESTED)
        {
#pragma omp atomic
            sum += 1000;
        }
    }
}

int main(int count, char** arguments) {
    if (count < 3) return 2;
    int regions = atoi(arguments[1]), threads = atoi(arguments[2]);
    hip = count > 3 && strcmp(arguments[3], "hip") == 0;
    omp_set_dynamic(0);
    omp_set_max_active_levels(2);
    for (int i = 0; i < regions; i++) {
        region(threads);
        nested_regions();
    }
    long expected =
        regions * (ITERATIONS * (ITERATIONS - 1l) / 2 + threads + 1000000l * threads + 1000l * NESTED * NESTED);
    printf("sum %s\n", sum == expected ? "right" : "wrong");
    FILE* maps = fopen("/proc/self/maps", "r");
    char line[4096];
    int jvm = 0, llvm = 0;
    while (maps && fgets(line, sizeof line, maps)) {
        jvm |= strstr(line, "libjvm.so") != NULL;
        llvm |= strstr(line, "libomp.so") != NULL;
    }
    printf("libomp: %s, libjvm: %s\n", llvm ? "mapped" : "not mapped", jvm ? "mapped" : "not mapped");
    return sum == expected ? 0 : 1;
}
