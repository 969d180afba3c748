// Each entry is one write to a file that is open for appending: threads and processes may share it.
#define _GNU_SOURCE
#include "graph_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int file = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic(uint64_t) launches; // of the process

static void open_file(void) {
    const char* path = sg_env("SOFTGPU_GRAPH_LOG");
    if (path == NULL || *path == '\0') return;
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) fprintf(stderr, "softgpu: SOFTGPU_GRAPH_LOG=%s: %s\n", path, strerror(errno));
}

static bool is_on(void) {
    pthread_once(&once, open_file);
    return file >= 0;
}

static void append(const char* text, size_t bytes) {
    if (write(file, text, bytes) != (ssize_t)bytes) fprintf(stderr, "softgpu: the log of graphs is incomplete\n");
}

void sg_graph_log_exec(const char* what, uint64_t exec) {
    if (is_on()) dprintf(file, "%s %llu\n", what, (unsigned long long)exec);
}

void sg_graph_log_launch(uint64_t exec, const sg_plan* plan) {
    if (!is_on()) return;
    char* text = NULL;
    size_t bytes = 0;
    FILE* entry = open_memstream(&text, &bytes);
    if (entry == NULL) return;
    unsigned long long launch = atomic_fetch_add(&launches, 1) + 1;
    fprintf(entry, "launch %llu %llu %d\n", launch, (unsigned long long)exec, (int)gettid());
    for (uint32_t i = 0; i < plan->logged_count; i++) {
        const sg_graph_step* step = &plan->logged[i];
        fprintf(entry, "node %llu %s %s %s\n", launch, step->path, step->kind, step->name == NULL ? "-" : step->name);
    }
    if (fclose(entry) == 0) append(text, bytes);
    free(text);
}
