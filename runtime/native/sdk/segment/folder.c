// The directory of a forked child, beside its parent's: readers treat it like any other process's.
//
// It is created as a whole when the child has its first record; until it is complete it has a name that
// readers ignore.
#include "segment/child.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "segment/seal.h"

#define DESCRIPTION RPJ_PROPERTIES_FILE
#define AGENTS RPJ_AGENTS_FILE
#define SEGMENT RPJ_SEGMENT_FILE

enum { LINE_BYTES = 512, STAT_BYTES = 1024 };

// Used by one thread at a time.
static char parent[RPJ_PATH_BYTES + LINE_BYTES], draft[RPJ_PATH_BYTES + LINE_BYTES], final[RPJ_PATH_BYTES + LINE_BYTES];
static char* parent_name; // the name of its directory, within `parent`
static size_t parent_length, draft_length;

// --- names ---------------------------------------------------------------------------------------------------------

static char* append(char* to, const char* text) {
    size_t length = strlen(text);
    memcpy(to, text, length + 1);
    return to + length;
}

// The parent's directory is that of `<run>/<pid>-<ns>/records.seg`; the child's is `<run>/<pid>-<ns>`.
static bool name_directories(const char* segment_of_parent, uint64_t pid, uint64_t now) {
    append(parent, segment_of_parent);
    char* slash = strrchr(parent, '/');
    if (slash == NULL) return false;
    *slash = 0;
    parent_length = (size_t)(slash - parent);
    slash = strrchr(parent, '/');
    if (slash == NULL) return false;
    parent_name = slash + 1;
    size_t run = (size_t)(slash - parent);
    memcpy(draft, parent, run);
    memcpy(final, parent, run);
    char* name = rpj_put_number(append(final + run, "/"), pid, 10);
    *rpj_put_number(append(name, "-"), now, 10) = 0;
    append(append(draft + run, "/."), final + run + 1);
    draft_length = strlen(draft);
    return true;
}

static const char* in_draft(const char* name) {
    append(append(draft + draft_length, "/"), name);
    return draft;
}

static const char* in_parent(const char* name) {
    append(append(parent + parent_length, "/"), name);
    return parent;
}

static const char* only(char* directory, size_t length) {
    directory[length] = 0;
    return directory;
}

// --- the description -----------------------------------------------------------------------------------------------

typedef struct {
    uint64_t pid, ppid, group, session, ticks, start;
} identity;

// Parses `pid (name) state ppid group session ...`, where the name may contain any character; field 22 is the start
// time (proc_pid_stat(5)).
static void read_identity(identity* self) {
    static char stat[STAT_BYTES];
    const char* at = rpj_file_read("/proc/self/stat", stat, sizeof stat) ? strrchr(stat, ')') : NULL;
    self->ppid = (uint64_t)getppid();
    self->group = (uint64_t)getpgrp();
    self->session = (uint64_t)getsid(0);
    for (int field = 2; at != NULL && field < 22; field++) at = strchr(at + 1, ' ');
    for (at = at != NULL ? at + 1 : ""; *at >= '0' && *at <= '9'; at++)
        self->ticks = 10 * self->ticks + (uint64_t)(*at - '0');
}

static char* number_line(char* to, const char* key, uint64_t value) {
    to = rpj_put_number(append(append(to, key), "="), value, 10);
    return append(to, "\n");
}

// The lines that differ for the child. No checksum: the header says that the description is unchecked.
static uint64_t own_lines(const identity* self, char* lines) {
    char* to = number_line(lines, "pid", self->pid);
    to = number_line(to, "ppid", self->ppid);
    to = number_line(to, "pgid", self->group);
    to = number_line(to, "psid", self->session);
    to = number_line(to, "tid", self->pid);
    if (self->ticks) to = number_line(to, "start_ticks", self->ticks);
    to = number_line(to, "start_boottime_ns", self->start);
    to = append(to, "pid_namespace=");
    ssize_t length = readlink("/proc/thread-self/ns/pid", to, RPJ_DIGITS + 8);
    to = append(length > 0 ? to + length : to, "\nforked_from=");
    return (uint64_t)(append(append(to, parent_name), "\n") - lines);
}

static bool is_own(const char* line) {
    static const char* const keys[] = {
        "pid=",           "ppid=",        "pgid=",     "psid=", "tid=", "start_ticks=", "start_boottime_ns=",
        "pid_namespace=", "forked_from=", "#checksum="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(line, keys[i], strlen(keys[i])) == 0) return true;
    return false;
}

// Copies the complete lines of the parent's description, except those that differ for the child.
static bool copy_lines(int to, const char* lines, uint64_t bytes) {
    const char *from = lines, *line = lines, *end = lines + bytes;
    for (const char* next; (next = memchr(line, '\n', (size_t)(end - line))) != NULL; line = next + 1) {
        if (!is_own(line)) continue;
        if (!rpj_file_write(to, from, (uint64_t)(line - from))) return false;
        from = next + 1;
    }
    return rpj_file_write(to, from, (uint64_t)(line - from));
}

// If the parent's description no longer exists, the child's has only its own lines.
static bool copy_description(int to) {
    int from = rpj_file_open_readable(in_parent(DESCRIPTION));
    struct stat seen;
    bool known = from >= 0 && fstat(from, &seen) == 0 && seen.st_size > 0;
    uint64_t bytes = known ? (uint64_t)seen.st_size : 0;
    char* lines = known ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, from, 0) : MAP_FAILED;
    bool copied = lines == MAP_FAILED || copy_lines(to, lines, bytes);
    if (lines != MAP_FAILED) munmap(lines, bytes);
    if (from >= 0) rpj_file_close(from);
    return copied;
}

static bool describe(const identity* self) {
    static char lines[RPJ_PATH_BYTES + LINE_BYTES];
    int to = rpj_file_create(in_draft(DESCRIPTION));
    if (to < 0) return false;
    bool copied = copy_description(to);
    only(parent, parent_length);
    bool written = copied && rpj_file_write(to, lines, own_lines(self, lines));
    rpj_file_close(to);
    return written;
}

// --- the segment ---------------------------------------------------------------------------------------------------

// Monotonic time is read first, so that boot time is never behind it, and the try counts that nothing interrupted.
static void read_clocks(segment_header_t* header) {
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t monotonic = rpj_clock_now(CLOCK_MONOTONIC), boottime = rpj_clock_now(CLOCK_BOOTTIME);
        uint64_t realtime = rpj_clock_now(CLOCK_REALTIME), took = rpj_clock_now(CLOCK_MONOTONIC) - monotonic;
        if (took >= best) continue;
        best = took;
        header->monotonic_ns = monotonic;
        header->boottime_ns = boottime;
        header->realtime_ns = realtime;
    }
}

static void fill(segment_header_t* header, const identity* self, uint64_t bytes) {
    header->pid = self->pid;
    header->version = RPJ_VERSION;
    header->header_size = RPJ_HEADER_SIZE;
    header->chunk_size = bytes - RPJ_HEADER_SIZE;
    header->stretch_size = RPJ_DEFAULT_STRETCH_SIZE;
    read_clocks(header);
    header->chunks = 1;
    header->magic = RPJ_MAGIC;
    header->start_seal = rpj_seal_of_start(header);
}

static segment_header_t* make_segment(const identity* self, uint64_t bytes) {
    int descriptor = rpj_file_create(in_draft(SEGMENT));
    if (descriptor < 0) return NULL;
    segment_header_t* header = rpj_file_extend(descriptor, 0, bytes) ? rpj_file_map(descriptor, 0, bytes) : NULL;
    if (header != NULL) fill(header, self, bytes);
    rpj_file_close(descriptor);
    return header;
}

// --- the directory -------------------------------------------------------------------------------------------------

// Makes a link, or a copy where linking fails. Without either, the child's agents are unknown, which is not
// a failure.
static void share_agents(void) {
    const char *known = in_parent(AGENTS), *own = in_draft(AGENTS);
    int at_known = rpj_folder_of(&known), at_own = rpj_folder_of(&own);
    if (syscall(SYS_linkat, at_known, known, at_own, own, 0) == 0 || errno == ENOENT) return;
    int from = rpj_file_open_readable(parent), to = rpj_file_create(draft);
    static char block[RPJ_PATH_BYTES];
    for (long some = 1; from >= 0 && to >= 0 && some > 0;) {
        some = syscall(SYS_read, from, block, sizeof block);
        if (some > 0 && !rpj_file_write(to, block, (uint64_t)some)) break;
    }
    if (from >= 0) rpj_file_close(from);
    if (to >= 0) rpj_file_close(to);
}

static void remove_at(const char* path, int flags) {
    int in = rpj_folder_of(&path);
    syscall(SYS_unlinkat, in, path, flags);
}

static void remove_draft(void) {
    static const char* const names[] = {DESCRIPTION, AGENTS, SEGMENT};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove_at(in_draft(names[i]), 0);
    remove_at(only(draft, draft_length), AT_REMOVEDIR);
}

static bool make_draft(void) {
    const char* path = only(draft, draft_length);
    int in = rpj_folder_of(&path);
    return syscall(SYS_mkdirat, in, path, 0777) == 0;
}

// Gives the directory its final name, as the last step.
static bool publish(rpj_file* file) {
    const char *from = only(draft, draft_length), *to = final;
    int at_from = rpj_folder_of(&from), at_to = rpj_folder_of(&to);
    if (syscall(SYS_renameat, at_from, from, at_to, to) != 0) return false;
    append(append(final + strlen(final), "/"), SEGMENT);
    bool known = rpj_file_identify(file, final);
    if (known) rpj_file_hold(file);
    return known;
}

segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes) {
    identity self = {.pid = (uint64_t)getpid(), .start = rpj_clock_now(CLOCK_BOOTTIME)};
    int parents = rpj_file_open(file, mapped); // finds the file even if it was renamed
    if (parents >= 0) rpj_file_close(parents);
    if (!name_directories(file->path, self.pid, self.start)) return NULL;
    if (!make_draft()) return NULL;
    read_identity(&self);
    segment_header_t* header = describe(&self) ? make_segment(&self, bytes) : NULL;
    if (header != NULL) share_agents();
    if (header != NULL && publish(file)) return header;
    if (header != NULL) munmap(header, bytes);
    remove_draft();
    return NULL;
}
