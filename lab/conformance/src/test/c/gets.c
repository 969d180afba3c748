// gets COUNT: makes this many calls of hipGetDevice and prints the count; 0: one call per millisecond until it
// is killed.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

int main(int argc, char** argv) {
    int device, count = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < count || !count; i++) {
        if (hipGetDevice(&device)) return 50;
        if (!count) usleep(1000);
    }
    printf("%d gets\n", count);
    return 7;
}
