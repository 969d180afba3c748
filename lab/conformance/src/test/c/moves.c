// moves HOW     10 calls of HIP, then a change of the run's output directory, then 60000 calls,
//               and a new process with 10 more.
//
// HOW: rename (the run's directory), parent (the output directory), replace (the same, and another directory, with a
// file in it, in its place), link (the same, and a symbolic link to it in its place), remove
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <hip/hip_runtime_api.h>

static void calls(long n) {
    int value;
    for (long i = 0; i < n; i++)
        if (hipGetDevice(&value) != hipSuccess) exit(1);
}

static int shell(const char* command) { return system(command) == 0 ? 0 : 1; }

// Untraced runs have no directory to change.
static int happen(const char* how, const char* run) {
    if (!run) return 0;
    if (!strcmp(how, "rename")) return shell("mv out/*.segments moved.segments");
    if (!strcmp(how, "parent")) return shell("mv out moved");
    if (!strcmp(how, "replace")) return shell("mv out moved && mkdir out && echo precious >out/file");
    if (!strcmp(how, "link")) return shell("mv out moved && ln -s moved out");
    if (!strcmp(how, "remove")) return shell("rm -r out");
    return 2;
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (!strcmp(argv[1], "later")) {
        calls(10);
        return 0;
    }
    calls(10);
    int failed = happen(argv[1], getenv("ROCPROFILER_COLLECTOR_DIR"));
    if (failed) return failed;
    calls(60000);
    char command[4096];
    snprintf(command, sizeof command, "%s later", argv[0]);
    if (shell(command)) return 1;
    puts("done");
    return 7;
}
