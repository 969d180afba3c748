// limits TEXT ROUNDS [RESOURCE MORE]: marks TEXT ROUNDS times and exits with 7. With a resource, it lowers that
// limit after its first mark to its present use plus MORE, and up to four threads, as far as they can start, mark
// as well.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { THREADS = 4 };

static const char* text;
static int rounds;

static void* work(void* unused) {
    for (int i = 0; i < rounds; i++) {
        roctxMarkA(text);
        roctxRangePushA("range");
        roctxRangePop();
    }
    return unused;
}

// Returns a line of /proc/self/status, in bytes.
static rlim_t use_of(const char* name) {
    char line[256];
    rlim_t kibibytes = 0;
    FILE* status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, name, strlen(name)) == 0) kibibytes = strtoull(line + strlen(name), NULL, 10);
    if (status) fclose(status);
    return kibibytes << 10;
}

static void lower(const char* resource, rlim_t more) {
    struct rlimit limit;
    int number = strcmp(resource, "AS") == 0     ? RLIMIT_AS
               : strcmp(resource, "DATA") == 0   ? RLIMIT_DATA
               : strcmp(resource, "NOFILE") == 0 ? RLIMIT_NOFILE
               : strcmp(resource, "FSIZE") == 0  ? RLIMIT_FSIZE
                                                 : RLIMIT_NPROC;
    rlim_t used = number == RLIMIT_AS ? use_of("VmSize:") : number == RLIMIT_DATA ? use_of("VmData:") : 0;
    getrlimit(number, &limit);
    limit.rlim_cur = used + more;
    if (setrlimit(number, &limit) != 0) exit(2);
}

int main(int argc, char** argv) {
    pthread_t threads[THREADS];
    int started = 0;
    if (argc != 3 && argc != 5) return 2;
    text = argv[1];
    rounds = atoi(argv[2]);
    if (argc == 5) {
        roctxMarkA("first");
        lower(argv[3], strtoull(argv[4], NULL, 10));
        while (started < THREADS && pthread_create(&threads[started], NULL, work, NULL) == 0) started++;
    }
    work(NULL);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    printf("done\n");
    return 7;
}
