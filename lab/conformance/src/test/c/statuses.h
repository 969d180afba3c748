// The frame of the programs status_*.c: the same calls in every phase of a tool's life, printed as one table.
//
// A program defines `calls`, which makes its calls with CASE, in the same order each time, and includes this file
// once. The cases of a function are listed below its name, one per row; each column is a phase; `.` marks a call
// that is not made there.
#ifndef STATUSES_H
#define STATUSES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rocprofiler-sdk-roctx/roctx.h>
#include <rocprofiler-sdk/registration.h>
#include <rocprofiler-sdk/rocprofiler.h>

#define CASE(...) CASE_OF(__VA_ARGS__)
#define CASE_OF(what, function, ...) note(#function, what, (int)function(__VA_ARGS__))

enum phase { BEFORE, CONFIGURE, INITIALIZE, CALLBACK, RECORDS, FINALIZE, AFTER, CHILD, PHASES };

static const char* const phase_names[PHASES] = {"before",  "configure", "initialize", "callback",
                                                "records", "finalize",  "after",      "child"};

enum { MAX_ROWS = 200, NOT_MADE = -1000, WIDTH = 34 };

// Shared with the child, which writes its own column.
static struct table {
    int count;
    struct {
        char function[80], what[40];
        int answer[PHASES];
    } rows[MAX_ROWS];
} * table;

static enum phase now;
static int next_row;
// Not a constant to the compiler: AMD's headers declare some arguments as never null.
static void* volatile nothing;

// The frame's own context and buffer, which cause the callbacks.
static rocprofiler_context_id_t context;
static rocprofiler_buffer_id_t buffer;

// Defined by the program.
static void calls(void);

// Stores a number in the next row of this phase.
static void note(const char* function, const char* what, int answer) {
    if (next_row == MAX_ROWS) abort();
    int row = next_row++;
    if (row == table->count) {
        table->count++;
        const char* name = strncmp(function, "rocprofiler_", 12) ? function : function + 12;
        snprintf(table->rows[row].function, sizeof table->rows[row].function, "%s", name);
        snprintf(table->rows[row].what, sizeof table->rows[row].what, "%s", what);
        for (int i = 0; i < PHASES; i++) table->rows[row].answer[i] = NOT_MADE;
    }
    table->rows[row].answer[now] = answer;
}

static void enter(enum phase phase) {
    now = phase;
    next_row = 0;
    calls();
}

static void print_table(void) {
    const char* function = "";
    printf("%-*s", WIDTH, "");
    for (int i = 0; i < PHASES; i++) printf(" %s", phase_names[i]);
    printf("\n");
    for (int row = 0; row < table->count; row++) {
        if (strcmp(function, table->rows[row].function)) printf("%s\n", table->rows[row].function);
        function = table->rows[row].function;
        printf("  %-*s", WIDTH - 2, table->rows[row].what);
        for (int i = 0; i < PHASES; i++) {
            int size = (int)strlen(phase_names[i]);
            int answer = table->rows[row].answer[i];
            if (answer == NOT_MADE) printf(" %*s", size, ".");
            else printf(" %*d", size, answer);
        }
        printf("\n");
    }
    fflush(stdout);
}

static void on_marker(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t* user, void* argument) {
    static bool once;
    (void)record, (void)user, (void)argument;
    if (once) return;
    once = true;
    enter(CALLBACK);
}

static void on_records(rocprofiler_context_id_t of, rocprofiler_buffer_id_t from, rocprofiler_record_header_t** headers,
                       size_t count, void* data, uint64_t dropped) {
    static bool once;
    (void)of, (void)from, (void)headers, (void)count, (void)data, (void)dropped;
    if (once) return;
    once = true;
    enter(RECORDS);
}

static int initialize(rocprofiler_client_finalize_t finalize, void* data) {
    (void)finalize, (void)data;
    rocprofiler_create_context(&context);
    rocprofiler_create_buffer(context, 4096, 8192, ROCPROFILER_BUFFER_POLICY_LOSSLESS, on_records, NULL, &buffer);
    rocprofiler_configure_callback_tracing_service(context, ROCPROFILER_CALLBACK_TRACING_MARKER_CORE_API, NULL, 0,
                                                   on_marker, NULL);
    rocprofiler_configure_buffer_tracing_service(context, ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API, NULL, 0, buffer);
    rocprofiler_start_context(context);
    enter(INITIALIZE);
    return 0;
}

static void finalize(void* data) {
    (void)data;
    enter(FINALIZE);
}

static rocprofiler_tool_configure_result_t* configure(uint32_t version, const char* runtime, uint32_t priority,
                                                      rocprofiler_client_id_t* id) {
    static rocprofiler_tool_configure_result_t result = {sizeof(rocprofiler_tool_configure_result_t), initialize,
                                                         finalize, NULL};
    (void)version, (void)runtime, (void)priority;
    id->name = "statuses";
    enter(CONFIGURE);
    return &result;
}

static void in_child(void) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        enter(CHILD);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status) printf("the child ended with %#x\n", (unsigned)status);
}

static void afterwards(void) {
    enter(AFTER);
    print_table();
}

int main(void) {
    alarm(60);
    table = mmap(NULL, sizeof *table, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    // Exit handlers run in reverse order: this one runs after the library's.
    atexit(afterwards);
    enter(BEFORE);
    int forced = (int)rocprofiler_force_configure(configure);
    if (forced) printf("force_configure %d\n", forced);
    roctxMarkA("a callback and a record");
    int flushed = (int)rocprofiler_flush_buffer(buffer);
    if (flushed) printf("flush_buffer %d\n", flushed);
    in_child();
    return 0;
}

#endif
