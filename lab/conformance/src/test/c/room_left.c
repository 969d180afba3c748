// room_left KIBIBYTES: limits the data of a new process, which marks and prints how many threads it can start.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { MOST = 64 };

static void* stay(void* unused) {
    pause();
    return unused;
}

int main(int argc, char** argv) {
    pthread_t thread;
    int started = 0;
    if (argc != 2 && argc != 3) return 2;
    if (argc == 2) {
        const struct rlimit limit = {strtoul(argv[1], NULL, 10) << 10, RLIM_INFINITY};
        if (setrlimit(RLIMIT_DATA, &limit) != 0) return 3;
        execl("/proc/self/exe", argv[0], argv[1], "limited", NULL);
        return 4;
    }
    roctxMarkA("mark");
    while (started < MOST && pthread_create(&thread, NULL, stay, NULL) == 0) started++;
    printf("%d threads\n", started);
    return 0;
}
