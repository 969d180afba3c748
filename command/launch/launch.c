// The library in the command's JVM: asks the front to run programs, or runs them itself if there is no front.
#include "channel.h"
#include "run.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int front = -1;
static char place[PATH_MAX];

static size_t count(const char* const* strings) {
    size_t n = 0;
    while (strings[n] != NULL) n++;
    return n;
}

static size_t size_of(const char* const* strings) {
    size_t size = 0;
    for (size_t i = 0; strings[i] != NULL; i++) size += strlen(strings[i]) + 1;
    return size;
}

static char* put(char* to, const char* const* strings) {
    for (size_t i = 0; strings[i] != NULL; i++) to = stpcpy(to, strings[i]) + 1;
    return to;
}

static int ask(const char* const* argv, const char* const* edits) {
    const struct rpj_run_counts counts = {(uint32_t)count(argv), (uint32_t)count(edits)};
    const size_t size = size_of(argv) + size_of(edits);
    char* bytes = malloc(size + 1);
    if (bytes == NULL) return ENOMEM;
    put(put(bytes, argv), edits);
    const int sent = rpj_send(front, RPJ_MESSAGE_RUN, &counts, sizeof counts, bytes, size);
    free(bytes);
    return sent == 0 ? 0 : ECONNRESET;
}

static int answer(struct rpj_result* result) {
    char* bytes;
    size_t size;
    const uint32_t kind = rpj_receive(front, &bytes, &size);
    const int understood = kind == RPJ_MESSAGE_RESULT && size >= sizeof *result;
    if (understood) {
        memcpy(result, bytes, sizeof *result);
        snprintf(place, sizeof place, "%s", bytes + sizeof *result);
    }
    free(bytes);
    return understood ? 0 : ECONNRESET;
}

int rpj_launch(const char* file, char* const* argv, const char* const* edits, struct rpj_result* result) {
    if (front >= 0) {
        const int error = ask((const char* const*)argv, edits);
        return error != 0 ? error : answer(result);
    }
    struct rpj_program program = {.file = file, .argv = argv, .edits = edits};
    sigaction(SIGCHLD, NULL, &program.on_child);
    return rpj_run(&program, result);
}

int rpj_place(char* path) {
    strcpy(path, place);
    return front >= 0;
}

int rpj_loads(const char* library) {
    void* loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (loaded != NULL) dlclose(loaded);
    return loaded != NULL;
}

static void take_over(int fd, int number) {
    dup2(fd, number);
    close(fd);
}

int rpj_join_front(const int32_t ends[3]) {
    front = ends[0];
    take_over(ends[1], STDOUT_FILENO);
    take_over(ends[2], STDERR_FILENO);
    return 0;
}

int rpj_verdict(const void* unused) {
    (void)unused;
    if (front >= 0) rpj_send(front, RPJ_MESSAGE_VERDICT, NULL, 0, NULL, 0);
    return 0;
}

int rpj_die_by(const int32_t* signal_number) {
    if (front < 0) rpj_die(*signal_number);
    rpj_send(front, RPJ_MESSAGE_DIE, signal_number, sizeof *signal_number, NULL, 0);
    _exit(128 + *signal_number);
}
