// The end of a process whose main thread has ended by pthread_exit while others continue.
//
// The C library calls exit when the last thread of a process ends. With a JVM in the process, that thread would
// never end. Therefore one of our threads waits for the main thread, and from then on checks whether only our own
// are left.
#include "process/last_thread.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/engine.h"
#include "process/process.h"
#include "system/own_threads.h"
#include "system/uncounted_thread.h"

enum { STACK_BYTES = 64 << 10, LOOK_MILLIS = 10, POLL_SECONDS = 1 };

// The main thread's list of robust mutexes, which the kernel drops when the thread ends. NULL on failure.
static const void* main_list(void) {
    void* head = NULL;
    size_t length = 0;
    return syscall(SYS_get_robust_list, getpid(), &head, &length) == 0 ? head : NULL;
}

// In the GNU C library the list is in the thread's descriptor, after its thread id, which the kernel clears when
// the thread ends before it wakes a waiter (pthread_join). NULL with another layout.
static uint32_t* main_number(const void* list) {
    uint32_t* number = (uint32_t*)list - 4;
    return *number == (uint32_t)getpid() ? number : NULL;
}

enum { STAT_BYTES = 1024 };

// Reads the main thread's state from /proc: its id, its name in brackets, a letter, and numbers. NULL on failure, else
// the end of the name.
static const char* main_state(char text[STAT_BYTES]) {
    int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, STAT_BYTES - 1);
    if (fd >= 0) close(fd);
    text[length < 0 ? 0 : length] = 0;
    return strrchr(text, ')');
}

// An ended thread has no memory, by which it is known where /proc cannot be read.
static bool main_has_no_memory(void) {
    char from = 0, to;
    struct iovec remote = {&from, 1}, local = {&to, 1};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) < 0 && errno == ESRCH;
}

static bool main_is_zombie(void) {
    char text[STAT_BYTES];
    const char* name_end = main_state(text);
    return name_end != NULL ? strncmp(name_end, ") Z", 3) == 0 : main_has_no_memory();
}

// The status with which the main thread has ended, as for waitpid: the last number. It is the process's where no thread
// ends all of them at once. 0 where it ended by pthread_exit.
static int main_status(void) {
    char text[STAT_BYTES];
    const char* name_end = main_state(text);
    const char* last = name_end != NULL ? strrchr(name_end, ' ') : NULL;
    return last != NULL ? atoi(last) : 0;
}

// Sleeps until the main thread has ended; checks once a second where no wake-up will come.
static void wait_for_main(const void* list) {
    struct timespec second = {POLL_SECONDS, 0};
    uint32_t* number = list != NULL ? main_number(list) : NULL;
    while (list != NULL ? main_list() != NULL : !main_is_zombie()) {
        if (number != NULL) syscall(SYS_futex, number, FUTEX_WAIT, getpid(), NULL, NULL, 0);
        else nanosleep(&second, NULL);
    }
    if (number != NULL)
        syscall(SYS_futex, number, FUTEX_WAKE, INT_MAX, NULL, NULL, 0); // we may have consumed another waiter's wake-up
}

// The GNU C library's number of threads, by which it finds the last one, and debuggers the others; NULL in another.
static const uint32_t* threads_of_libc;

// The kernel reports a process's threads, including the ended main thread, as the link count of a folder: plus 2. The
// C library no longer counts that one.
static bool only_ours_left(void) {
    struct stat tasks;
    uint64_t before = rpj_own_threads();
    uint32_t all = stat("/proc/self/task", &tasks) == 0 ? (uint32_t)tasks.st_nlink - 3
                 : threads_of_libc != NULL              ? __atomic_load_n(threads_of_libc, __ATOMIC_SEQ_CST)
                                                        : UINT32_MAX;
    return rpj_own_threads() == before && all == (uint32_t)before;
}

// A main thread that ended by the bare system call, or by the kernel (strict mode of seccomp), would have ended its
// process alone: without exit handlers, and by its status or signal.
static void leave_as_main(int status) {
    rpj_finalize();
    if (WIFSIGNALED(status)) kill(getpid(), WTERMSIG(status));
    _exit(WEXITSTATUS(status));
}

// Calls exit on a stack of the size that a program's exit handlers may expect.
static void* leave(void* unused) {
    const int status = main_status();
    (void)unused;
    if (status) leave_as_main(status);
    exit(0);
}

static void* watch(void* list) {
    struct timespec pause = {0, LOOK_MILLIS * 1000000};
    pthread_t last;
    wait_for_main(list);
    while (!only_ours_left() || !main_is_zombie()) nanosleep(&pause, NULL);
    if (rpj_create_thread(&last, NULL, leave, NULL) != 0) leave(NULL);
    return NULL;
}

void rpj_end_with_program(void) {
    pthread_t watcher;
    pthread_attr_t attributes;
    void* list = (void*)main_list();
    threads_of_libc = rpj_threads_of_libc();
    if (pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int refused = rpj_create_thread(&watcher, &attributes, watch, list);
    if (refused) rpj_create_thread(&watcher, NULL, watch, list); // for a program with much thread-local data
    pthread_attr_destroy(&attributes);
}

// --- without a JVM -------------------------------------------------------------------------------------------------

static const uint32_t* main_has; // the main thread's number, which the kernel clears; NULL where it is not known

// Any of our threads, now and then.
static void end_if_alone(void) {
    static uint32_t ends;
    pthread_t last;
    if (rpj_forked || (main_has != NULL && __atomic_load_n(main_has, __ATOMIC_RELAXED))) return;
    if (!main_is_zombie() || !only_ours_left() || __atomic_exchange_n(&ends, 1, __ATOMIC_SEQ_CST)) return;
    if (rpj_create_thread(&last, NULL, leave, NULL) != 0) leave(NULL);
}

void rpj_end_by_own_threads(void) {
    const void* list = main_list();
    main_has = list != NULL ? main_number(list) : NULL;
    threads_of_libc = rpj_threads_of_libc();
    __atomic_store_n(&rpj_while_waiting, end_if_alone, __ATOMIC_RELEASE);
}
