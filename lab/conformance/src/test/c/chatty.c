// chatty: a ROCm call, then an endless stream of lines, until the pipe's reader is gone.
#include <stdio.h>

#include <hip/hip_runtime_api.h>

int main(void) {
    int device;
    hipGetDevice(&device);
    for (;;) puts("line");
}
