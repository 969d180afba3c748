// leftovers [fork]: makes the same calls over and over, each on a stack filled with another number; in a forked
// child as well. A call must not depend on old stack contents. Prints how often it made each call.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { WORDS = 3000, BITS = 64, SMALL = 16 };

static __attribute__((noinline)) void leave(uint64_t number) {
    volatile uint64_t words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = number;
    (void)words[0];
}

static void call(uint64_t number) {
    void* memory = NULL;
    int device = 0;
    leave(number);
    if (hipGetDevice(&device)) exit(50);
    leave(number);
    if (hipMalloc(&memory, 64)) exit(51);
    leave(number);
    if (hipMemsetAsync(memory, 0, 64, NULL)) exit(52);
    leave(number);
    if (hipFree(memory)) exit(53);
    leave(number);
    roctxMarkA("mark");
    leave(number);
    roctxRangePushA("pushed");
    leave(number);
    roctxRangePop();
    leave(number);
    roctx_range_id_t range = roctxRangeStartA("started");
    leave(number);
    roctxRangeStop(range);
}

static int call_with_all(void) {
    int count = 0;
    for (uint64_t number = 0; number < SMALL; number++, count++) call(number);
    for (int bit = 4; bit < BITS; bit++, count++) call(1ull << bit);
    for (int bit = 0; bit < BITS; bit++, count++) call(~(1ull << bit));
    call((uint64_t)&count);
    call(~0ull);
    return count + 2;
}

int main(int argc, char** argv) {
    printf("%d\n", call_with_all());
    fflush(stdout);
    if (argc > 1) {
        if (!fork()) {
            call_with_all();
            _exit(7);
        }
        int status;
        wait(&status);
        return WEXITSTATUS(status);
    }
    (void)argv;
    return 7;
}
