// cancelled_handler: a thread is cancelled, and its next signal arrives before glibc's cancellation handler has run
// one instruction: the program's own handler interrupts it and makes calls, among them the first ROC-TX call of the
// process. To have both signals pending, the thread waits in vfork meanwhile; the kernel runs the handler of the
// higher signal number first.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { ROUNDS = 20 };

static atomic_int waiting, sent, handled, wrong;

static void on_signal(int number) {
    int device = -1;
    (void)number;
    roctxMarkA("in a handler");
    if (hipGetDevice(&device) || device) wrong++;
    handled++;
}

static void* be_cancelled(void* unused) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    if (vfork() == 0) {
        waiting = 1;
        while (!sent) {
        }
        _exit(0);
    }
    for (;;) pause();
    return unused;
}

int main(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    int ended = 0, first = -1;
    if (hipGetDevice(&first) || first) return 50;
    sigaction(SIGRTMIN + 3, &action, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t thread;
        void* result = NULL;
        waiting = sent = 0;
        pthread_create(&thread, NULL, be_cancelled, NULL);
        while (!waiting) {
        }
        pthread_cancel(thread);
        pthread_kill(thread, SIGRTMIN + 3);
        sent = 1;
        pthread_join(thread, &result);
        ended += result == PTHREAD_CANCELED;
    }
    for (int i = 0; i < 100; i++) {
        int device = -1;
        if (hipGetDevice(&device) || device) return 50;
        roctxMarkA("the end");
    }
    printf("%d ended, %d handled, %d wrong\n", ended, (int)handled, (int)wrong);
    return 0;
}
