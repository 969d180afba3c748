// markers: calls every ROC-TX function once and prints the results.
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

int main(void) {
    roctx_thread_id_t thread = 0;
    int id = roctxGetThreadId(&thread);
    printf("GetThreadId %d %s\n", id, thread == (roctx_thread_id_t)syscall(SYS_gettid) ? "own" : "other");
    printf("NameOsThread %d\n", roctxNameOsThread("main"));
    printf("NameHsaAgent %d\n", roctxNameHsaAgent("agent", NULL));
    printf("NameHipDevice %d\n", roctxNameHipDevice("device", 0));
    printf("NameHipStream %d\n", roctxNameHipStream("stream", NULL));
    printf("ProfilerPause %d\n", roctxProfilerPause(thread));
    roctxMarkA("hidden");
    printf("ProfilerResume %d\n", roctxProfilerResume(thread));
    printf("RangePushA %d\n", roctxRangePushA("pushed"));
    printf("RangePop %d\n", roctxRangePop());
    roctx_range_id_t range = roctxRangeStartA("started");
    printf("RangeStartA %lu\n", (unsigned long)range);
    roctxRangeStop(range);
    return 0;
}
