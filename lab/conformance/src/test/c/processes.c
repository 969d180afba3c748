// Programs that use several processes, or execute another program.
//
// processes calls N         N calls of HIP and a marker "calls N".
// processes exec N          10 calls of HIP, then the same program in the same process, N times more.
// processes daemon GO       a daemon: a grandchild in its own session, without the inherited descriptors, which the
//                           command does not wait for. It makes 10 calls; then it closes all descriptors above 2,
//                           as daemons do, opens its own files in their places, makes 50000 calls, and prints
//                           whether its files are unchanged. Then it waits until GO, a pipe, is opened for
//                           writing, makes 5 more calls and ends.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>
#include <rocprofiler-sdk-roctx/roctx.h>

enum { FILES = 100, DESCRIPTORS = 1024 };
static const char CONTENT[] = "precious";

static void calls(long n) {
    int value;
    for (long i = 0; i < n; i++)
        if (hipGetDevice(&value) != hipSuccess) exit(1);
}

static int files_are_intact(const int* files) {
    for (int i = 0; i < FILES; i++) {
        struct stat status;
        char content[sizeof CONTENT] = "";
        if (fstat(files[i], &status) || status.st_size != sizeof CONTENT) return 0;
        if (pread(files[i], content, sizeof content, 0) != sizeof content || strcmp(content, CONTENT)) return 0;
    }
    return 1;
}

static int be_daemon(const char* go, int told) {
    int files[FILES];
    calls(10);
    for (int i = 3; i < DESCRIPTORS; i++)
        if (i != told) close(i);
    for (int i = 0; i < FILES; i++) {
        char name[] = "/tmp/processesXXXXXX";
        files[i] = mkstemp(name);
        unlink(name);
        if (files[i] < 0 || write(files[i], CONTENT, sizeof CONTENT) != sizeof CONTENT) return 1;
    }
    calls(50000);
    printf("%d %s\n", (int)getpid(), files_are_intact(files) ? "intact" : "overwritten");
    fflush(stdout);
    if (write(told, "", 1) != 1) return 1;
    close(told);
    int fifo = open(go, O_RDONLY);
    if (fifo < 0) return 1;
    calls(5);
    return 0;
}

static int start_daemon(const char* go) {
    int told[2];
    char byte;
    if (pipe(told)) return 1;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) exit(be_daemon(go, told[1]));
        _exit(0);
    }
    close(told[1]);
    return read(told[0], &byte, 1) == 1 ? 0 : 1;
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    long n = atol(argv[2]);
    if (!strcmp(argv[1], "daemon")) return start_daemon(argv[2]);
    if (!strcmp(argv[1], "calls")) {
        char text[32];
        snprintf(text, sizeof text, "calls %ld", n);
        calls(n);
        roctxMarkA(text);
        return 0;
    }
    calls(10);
    if (n > 0) {
        char less[32];
        snprintf(less, sizeof less, "%ld", n - 1);
        execl(argv[0], argv[0], argv[1], less, (char*)NULL);
        return 127;
    }
    printf("%d\n", (int)getpid());
    return 0;
}
