// Runs its arguments through librocprofiler-launch and prints how they ended; if the first argument is "as", ends
// the same way. The environment: ADDED=1, REMOVED unset.
#include "rpj_launch.h"

#include <stdio.h>
#include <string.h>

static void print(const struct rpj_result* result) {
    static const char* const words[] = {"exited", "signaled", "not started"};
    printf("%s %d%s\n", words[result->end], result->value, result->pid != 0 ? "" : " without a process");
    fflush(stdout);
}

int main(int argc, char** argv) {
    const char* const edits[] = {"ADDED=1", "REMOVED", NULL};
    const int as = argc > 1 && strcmp(argv[1], "as") == 0;
    struct rpj_result result;
    if (argc < 2 + as || rpj_launch(argv[1 + as], argv + 1 + as, edits, &result) != 0) return 99;
    if (!as) print(&result);
    if (as && result.end == RPJ_END_SIGNALED) rpj_die_by(&result.value);
    return as ? result.value : 0;
}
