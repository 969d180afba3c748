// chatty: a ROCm call, then lines without end, until nobody reads them.
#include <stdio.h>

#include <hip/hip_runtime_api.h>

int main(void) {
    int device;
    hipGetDevice(&device);
    for (;;) puts("line");
}
