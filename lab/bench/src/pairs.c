// Times a command with and without the tracing environment, alternately: pairs ROUNDS COMMAND [ARGUMENT..]
// Run it under rocprofv3. Prints the median milliseconds of both and of their differences.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char** environ;

enum { MOST_ROUNDS = 1000, MOST_VARIABLES = 4096 };

static int is_ours(const char* variable) {
    return strncmp(variable, "LD_PRELOAD=", 11) == 0 || strncmp(variable, "ROCP", 4) == 0;
}

static double run(char** command, char** environment) {
    struct timespec begin, end;
    pid_t child;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (posix_spawnp(&child, command[0], NULL, NULL, command, environment) != 0) exit(127);
    waitpid(child, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (status != 0) exit(1);
    return (double)(end.tv_sec - begin.tv_sec) * 1e3 + (double)(end.tv_nsec - begin.tv_nsec) / 1e6;
}

static int by_value(const void* a, const void* b) {
    double difference = *(const double*)a - *(const double*)b;
    return (difference > 0) - (difference < 0);
}

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

int main(int count, char** words) {
    static char* clean[MOST_VARIABLES];
    static double traced[MOST_ROUNDS], untraced[MOST_ROUNDS], added[MOST_ROUNDS];
    int rounds = count > 2 ? atoi(words[1]) : 0, kept = 0;
    if (rounds < 1 || rounds > MOST_ROUNDS) return 2;
    for (char** v = environ; *v && kept < MOST_VARIABLES - 1; v++)
        if (!is_ours(*v)) clean[kept++] = *v;
    for (int i = 0; i < rounds; i++) {
        untraced[i] = run(words + 2, clean);
        traced[i] = run(words + 2, environ);
        added[i] = traced[i] - untraced[i];
    }
    printf("%.1f %.1f %.1f\n", median(untraced, rounds), median(traced, rounds), median(added, rounds));
    return 0;
}
