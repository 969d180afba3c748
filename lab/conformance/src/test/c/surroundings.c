// surroundings HOW MARKS FOLDER: marks, and copies memory, while it has changed what surrounds it, in the way HOW:
//   undumpable    it may not be dumped: its files in /proc belong to root
//   unprivileged  it gives up root's rights after its first mark, or `before` it
//   elsewhere     its working directory is removed, FOLDER, before its first mark
//   root          its root is FOLDER after its first mark
//   unchanged     it changes nothing
// At its end it forks a child, which marks MARKS times, too. Prints "done".
#define _GNU_SOURCE
#include <grp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>

#include "gpu_program.h"

enum { NOBODY = 65534 };

static int leave_and_remove(const char* folder) {
    char here[4096];
    return chdir(folder) == 0 && getcwd(here, sizeof here) && rmdir(here) == 0;
}

static void change(const char* how, const char* folder) {
    if (!strcmp(how, "undumpable")) EXPECT(prctl(PR_SET_DUMPABLE, 0) == 0);
    if (!strcmp(how, "elsewhere")) EXPECT(leave_and_remove(folder));
    if (!strcmp(how, "root")) EXPECT(chroot(folder) == 0 && chdir("/") == 0);
    if (!strncmp(how, "unprivileged", 12)) EXPECT(!setgroups(0, NULL) && !setgid(NOBODY) && !setuid(NOBODY));
}

static int is_first(const char* how) {
    return !strcmp(how, "undumpable") || !strcmp(how, "elsewhere") || !strcmp(how, "unprivileged-before");
}

static void mark(const char* text, long count) {
    for (long i = 0; i < count; i++) roctxMarkA(text);
}

int main(int count, char** arguments) {
    EXPECT(count == 4);
    const char* how = arguments[1];
    long marks = atol(arguments[2]);
    char bytes[64] = "";
    void* memory;
    int status = 1;
    if (is_first(how)) change(how, arguments[3]);
    roctxMarkA("first");
    if (!is_first(how)) change(how, arguments[3]);
    mark("mark", marks);
    HIP(hipMalloc(&memory, sizeof bytes));
    HIP(hipMemcpy(memory, bytes, sizeof bytes, hipMemcpyHostToDevice));
    HIP(hipFree(memory));
    pid_t child = fork();
    if (child == 0) {
        mark("child", marks);
        _exit(7);
    }
    EXPECT(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    puts("done");
    return 0;
}
