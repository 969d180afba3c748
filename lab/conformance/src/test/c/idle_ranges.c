// idle_ranges: nested ranges with work on two streams, waits, and gaps in which the GPU is idle. Prints its own log,
// times in nanoseconds of CLOCK_BOOTTIME:
//
//   range NUMBER OUTER NAME BEGIN END      OUTER is the number of the range around it, -1 for none
//   kernel RANGE BEGIN END                 by the kernel's own clock; RANGE is the one in which it was launched
//   wait RANGE BEGIN END
#include <time.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { MOST = 64, MILLISECOND = 1000000, ROUNDS = 2 };

typedef struct {
    int number;
    int outer;
    const char* name;
    int64_t begin;
    int64_t end;
} entry_t;

static entry_t ranges[MOST], kernels[MOST], waits[MOST];
static int range_count, kernel_count, wait_count;
static int current = -1;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void pause_for(int milliseconds) {
    const struct timespec time = {0, (long)milliseconds * MILLISECOND};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

static void take_time(const softgpu_workgroup* wg, void** args) {
    entry_t* entry = *(entry_t**)args[0];
    (void)wg;
    entry->begin = now();
    pause_for(*(int*)args[1]);
    entry->end = now();
}

static void launch(hipStream_t stream, int milliseconds) {
    static const dim3 one = {1, 1, 1};
    entry_t* entry = &kernels[kernel_count++];
    void* args[] = {&entry, &milliseconds};
    entry->number = current;
    HIP(hipLaunchKernel((void*)take_time, one, one, args, 0, stream));
}

static void wait_for(hipStream_t stream) {
    entry_t* entry = &waits[wait_count++];
    entry->number = current;
    entry->begin = now();
    HIP(hipStreamSynchronize(stream));
    entry->end = now();
}

static void push(const char* name) {
    entry_t* entry = &ranges[range_count];
    *entry = (entry_t){range_count, current, name, now(), 0};
    current = range_count++;
    roctxRangePushA(name);
}

static void pop(void) {
    roctxRangePop();
    ranges[current].end = now();
    current = ranges[current].outer;
}

static void round_of(hipStream_t left, hipStream_t right) {
    push("round");
    pause_for(30);
    push("launch");
    launch(left, 60);
    launch(right, 100);
    pop();
    push("collect");
    wait_for(left);
    pause_for(70); // idle when the right one has ended
    push("again");
    launch(left, 50);
    push("again"); // inside a range of its own name
    wait_for(left);
    pause_for(25);
    pop();
    pop();
    wait_for(right);
    pop();
    pop();
    pause_for(20);
}

int main(void) {
    hipStream_t left;
    hipStream_t right;
    EXPECT(softgpu_register_kernel(take_time, "take_time") == 0);
    HIP(hipStreamCreateWithFlags(&left, hipStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&right, hipStreamNonBlocking));
    launch(left, 1); // the first of everything takes longer
    launch(right, 1);
    wait_for(left);
    wait_for(right);
    push("first");
    pop();
    for (int i = 0; i < ROUNDS; i++) round_of(left, right);
    for (int i = 0; i < range_count; i++)
        printf("range %d %d %s %ld %ld\n", ranges[i].number, ranges[i].outer, ranges[i].name, (long)ranges[i].begin,
               (long)ranges[i].end);
    for (int i = 0; i < kernel_count; i++)
        printf("kernel %d %ld %ld\n", kernels[i].number, (long)kernels[i].begin, (long)kernels[i].end);
    for (int i = 0; i < wait_count; i++)
        printf("wait %d %ld %ld\n", waits[i].number, (long)waits[i].begin, (long)waits[i].end);
    return 0;
}
