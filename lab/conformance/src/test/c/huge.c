// huge: prints how many KiB of huge pages the process has after its first mark, and how many more with some of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <rocprofiler-sdk-roctx/roctx.h>

enum { OWN_BYTES = 8 << 20 };

static long huge_kib(void) {
    char line[128];
    long kib = -1;
    FILE* file = fopen("/proc/self/smaps_rollup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "AnonHugePages: %ld", &kib) == 1) break;
    if (file != NULL) fclose(file);
    return kib;
}

int main(void) {
    roctxMarkA("x");
    long before = huge_kib();
    char* own = mmap(NULL, OWN_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return 1;
    memset(own, 1, OWN_BYTES);
    printf("%ld %ld\n", before, huge_kib() - before);
    return 0;
}
