#include "scenario.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 16, LINES_MAX = 4096, LIMIT_SECONDS = 60 };

struct output {
    char out[OUTPUT_MAX];
    char error[OUTPUT_MAX];
    int status;
};

static bool run(const struct scenario* scenario, struct output* output);
static void become(const struct scenario* scenario, int out, int error);
static void set_environment(const struct scenario* scenario);
static void read_back(FILE* file, char* text);
static void sort_lines(char* text);
static bool error_holds(const struct scenario* scenario, const char* error);

int run_scenarios(const struct scenario* scenarios, size_t count) {
    static struct output output;
    int failed = 0;
    for (size_t i = 0; i < count; i++) {
        const struct scenario* scenario = &scenarios[i];
        bool ran = run(scenario, &output);
        char expected[OUTPUT_MAX];
        snprintf(expected, sizeof expected, "%s", scenario->out);
        if (scenario->sorted) {
            sort_lines(expected);
            sort_lines(output.out);
        }
        bool right = output.status == 0 && strcmp(output.out, expected) == 0 && error_holds(scenario, output.error);
        if (ran && right) continue;
        failed++;
        fprintf(stderr, "FAILED: %s (%s, wait status 0x%x)\n", scenario->name, scenario->program[0],
                (unsigned int)output.status);
        fprintf(stderr, "--- expected stdout\n%s--- stdout\n%s--- expected stderr\n%s\n--- stderr\n%s---\n", expected,
                output.out, scenario->error != NULL ? scenario->error : "", output.error);
    }
    return failed;
}

static bool run(const struct scenario* scenario, struct output* output) {
    FILE* out = tmpfile();
    FILE* error = tmpfile();
    if (out == NULL || error == NULL) return false;
    pid_t child = fork();
    if (child == 0) become(scenario, fileno(out), fileno(error));
    while (waitpid(child, &output->status, 0) < 0 && errno == EINTR) {
    }
    read_back(out, output->out);
    read_back(error, output->error);
    return child > 0;
}

static void become(const struct scenario* scenario, int out, int error) {
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    set_environment(scenario);
    alarm(LIMIT_SECONDS);
    execv(scenario->program[0], (char* const*)scenario->program);
    _exit(127);
}

static void set_environment(const struct scenario* scenario) {
    static const char* const ours[] = {
        "LD_PRELOAD",
        "ROCP_TOOL_LIBRARIES",
        "ROCPROFILER_REGISTER_ENABLED",
        "ROCPROFILER_REGISTER_SECURE",
        "ROCPROFILER_REGISTER_FORCE_LOAD",
        "ROCPROFILER_REGISTER_LIBRARY",
        "ROCPROFILER_JAVA_TOOLS",
    };
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) unsetenv(ours[i]);
    char here[4096];
    if (getcwd(here, sizeof here) == NULL) _exit(126);
    setenv("LD_LIBRARY_PATH", here, 1);
    for (size_t i = 0; i < VARIABLES_MAX && scenario->environment[i] != NULL; i++) {
        char text[8192] = "";
        for (const char* c = scenario->environment[i]; *c != '\0'; c++) {
            strncat(text, *c == '@' ? here : c, *c == '@' ? sizeof here : 1);
        }
        char* equals = strchr(text, '=');
        *equals = '\0';
        setenv(text, equals + 1, 1);
    }
}

static void read_back(FILE* file, char* text) {
    rewind(file);
    text[fread(text, 1, OUTPUT_MAX - 1, file)] = '\0';
    fclose(file);
}

static int compare_lines(const void* one, const void* other) {
    return strcmp(*(const char* const*)one, *(const char* const*)other);
}

static void sort_lines(char* text) {
    static char copy[OUTPUT_MAX];
    static char* lines[LINES_MAX];
    size_t count = 0;
    strcpy(copy, text);
    for (char* line = strtok(copy, "\n"); line != NULL && count < LINES_MAX; line = strtok(NULL, "\n")) {
        lines[count++] = line;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++) text += sprintf(text, "%s\n", lines[i]);
}

static bool error_holds(const struct scenario* scenario, const char* error) {
    if (scenario->error == NULL) return *error == '\0';
    const char* end = strchr(error, '\n');
    return strstr(error, scenario->error) != NULL && end != NULL && end[1] == '\0';
}
