// The memory that the control groups leave to this process. The kernel kills a process that exceeds it, so it
// cannot be found by trying.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jvm/jvm.h"

enum { PATH_BYTES = 1024, FILE_BYTES = 8192 };

// The file names of one version of control groups.
typedef struct {
    const char* mount;
    const char* limit;
    const char* used;
    const char* reclaimable; // files that the kernel drops when it needs memory
} generation;

static const generation unified = {"/sys/fs/cgroup", "memory.max", "memory.current", "\ninactive_file "};
static const generation older = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                 "\ntotal_inactive_file "};

// Reads a file's text, terminated; false if it cannot be read.
static bool read_text(const char* path, char* text) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = file < 0 ? -1 : read(file, text, FILE_BYTES - 1);
    if (file >= 0) close(file);
    text[bytes > 0 ? bytes : 0] = 0;
    return bytes > 0;
}

// Returns the number in a file, or `otherwise` for what is none, such as a word that stands for "no limit".
static uint64_t number(const char* group, const char* name, uint64_t otherwise) {
    char path[PATH_BYTES + 64], text[FILE_BYTES], *end;
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (!read_text(path, text)) return otherwise;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    return end == text || errno == ERANGE ? otherwise : value;
}

static uint64_t reclaimable(const char* group, const generation* g) {
    char path[PATH_BYTES + 64], text[FILE_BYTES];
    snprintf(path, sizeof path, "%s/memory.stat", group);
    const char* found = read_text(path, text) ? strstr(text, g->reclaimable) : NULL;
    return found != NULL ? strtoull(found + strlen(g->reclaimable), NULL, 10) : 0;
}

static uint64_t left_in(const char* group, const generation* g) {
    uint64_t limit = number(group, g->limit, UINT64_MAX);
    if (limit == UINT64_MAX) return UINT64_MAX;
    uint64_t used = number(group, g->used, 0), files = reclaimable(group, g);
    used -= files < used ? files : used;
    return limit > used ? limit - used : 0;
}

// A group's limit also applies to its descendants. A listed but missing group belongs to another container's view.
static uint64_t left_up_from(char* group, const generation* g) {
    uint64_t least = UINT64_MAX;
    while (strlen(group) >= strlen(g->mount)) {
        uint64_t left = left_in(group, g);
        if (left < least) least = left;
        *strrchr(group, '/') = 0;
    }
    return least;
}

// Parses lines `number:controllers:path`.
uint64_t rpj_cgroup_memory(void) {
    char text[FILE_BYTES], group[PATH_BYTES], *rest = NULL;
    uint64_t least = UINT64_MAX;
    if (!read_text("/proc/self/cgroup", text)) return UINT64_MAX;
    for (char* line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char* controllers = strchr(line, ':');
        char* path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (path == NULL) continue;
        const generation* g = path == controllers + 1               ? &unified
                            : strstr(controllers, "memory") != NULL ? &older
                                                                    : NULL;
        if (g == NULL
            || snprintf(group, sizeof group, "%s%s", g->mount, strcmp(path + 1, "/") ? path + 1 : "") >= PATH_BYTES)
            continue;
        uint64_t left = left_up_from(group, g);
        if (left < least) least = left;
    }
    return least;
}
