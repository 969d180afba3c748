// ranges: marks and ranges in every relation: nested, across threads, ended in a pause, long, without a message.
#include <pthread.h>
#include <string.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { DEEP = 200, LONG = 1000 };

static void* other_thread(void* started) {
    roctxRangePushA("of_the_other_thread");
    roctxRangeStop(*(roctx_range_id_t*)started);
    roctxRangePop();
    return NULL;
}

static void run(void* (*body)(void*), void* argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) == 0) pthread_join(thread, NULL);
}

int main(void) {
    char text[LONG + 1] = {0};
    memset(text, 'x', LONG);
    roctxRangePop(); // no range to end
    roctxRangePushA("outer");
    roctxMarkA("mark");
    roctx_range_id_t started = roctxRangeStartA("started");
    run(other_thread, &started);
    roctxRangeStop(started); // already ended
    roctxProfilerPause(0);
    roctxRangePushA("hidden");
    roctxMarkA("hidden_too");
    roctxRangePop();
    roctxRangePop(); // outer
    roctxProfilerResume(0);
    for (int i = 0; i < DEEP; i++) roctxRangePushA("deep");
    for (int i = 0; i < DEEP; i++) roctxRangePop();
    roctxRangePushA(text);
    roctxRangePop();
    roctxMarkA("");
    return 0;
}
