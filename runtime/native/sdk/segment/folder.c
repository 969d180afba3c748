// See folder.h.
#include "segment/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "segment/description.h"
#include "segment/seal.h"

#define DESCRIPTION RPJ_PROPERTIES_FILE
#define AGENTS RPJ_AGENTS_FILE
#define ANSWERS RPJ_ANSWERS_FILE
#define SEGMENT RPJ_SEGMENT_FILE

enum { LINE_BYTES = 512 };

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

// The directory is `<run>/<pid>-<ns>`; its draft has a dot before that.
static void name_directory(const char* of_run, size_t length, const rpj_identity* self) {
    memcpy(draft, of_run, length);
    memcpy(final, of_run, length);
    char* name = rpj_put_number(append(final + length, "/"), self->pid, 10);
    *rpj_put_number(append(name, "-"), self->start, 10) = 0;
    append(append(draft + length, "/."), final + length + 1);
    draft_length = strlen(draft);
}

// The parent's directory is that of `<run>/<pid>-<ns>/records.seg`; the child's is beside it.
static bool name_beside(const char* segment_of_parent, const rpj_identity* self) {
    append(parent, segment_of_parent);
    char* slash = strrchr(parent, '/');
    if (slash == NULL) return false;
    *slash = 0;
    parent_length = (size_t)(slash - parent);
    slash = strrchr(parent, '/');
    if (slash == NULL) return false;
    parent_name = slash + 1;
    name_directory(parent, (size_t)(slash - parent), self);
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

// The lines that differ for the child. No checksum: the header says that the description is unchecked.
static uint64_t own_lines(const rpj_identity* self, char* lines) {
    char* to = rpj_number_line(lines, "pid", self->pid);
    to = rpj_number_line(to, "ppid", self->ppid);
    to = rpj_number_line(to, "pgid", self->group);
    to = rpj_number_line(to, "psid", self->session);
    to = rpj_number_line(to, "tid", self->pid);
    if (self->ticks) to = rpj_number_line(to, "start_ticks", self->ticks);
    to = rpj_number_line(to, "start_boottime_ns", self->start);
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

static bool describe(const rpj_identity* self) {
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

static void fill(segment_header_t* header, uint64_t bytes, uint64_t chunk_bytes) {
    header->pid = (uint64_t)getpid();
    header->version = RPJ_VERSION;
    header->header_size = RPJ_HEADER_SIZE;
    header->chunk_size = chunk_bytes;
    header->stretch_size = RPJ_DEFAULT_STRETCH_SIZE;
    read_clocks(header);
    header->chunks = (bytes - RPJ_HEADER_SIZE) / chunk_bytes;
    header->magic = RPJ_MAGIC;
    header->start_seal = rpj_seal_of_start(header);
}

segment_header_t* rpj_segment_file(const char* path, uint64_t bytes, uint64_t chunk_bytes) {
    int descriptor = rpj_file_create(path);
    if (descriptor < 0) return NULL;
    segment_header_t* header = rpj_file_extend(descriptor, 0, bytes) ? rpj_file_map(descriptor, 0, bytes) : NULL;
    int error = errno;
    if (header != NULL) fill(header, bytes, chunk_bytes);
    rpj_file_close(descriptor);
    errno = error;
    return header;
}

// --- the directory -------------------------------------------------------------------------------------------------

// Makes a link, or a copy where linking fails. Without either, the child's agents are unknown, which is not
// a failure.
static void share(const char* name) {
    const char *known = in_parent(name), *own = in_draft(name);
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
    static const char* const names[] = {DESCRIPTION, AGENTS, ANSWERS, SEGMENT};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove_at(in_draft(names[i]), 0);
    remove_at(only(draft, draft_length), AT_REMOVEDIR);
}

static bool make(const char* path) {
    int in = rpj_folder_of(&path);
    return syscall(SYS_mkdirat, in, path, 0755) == 0;
}

// Makes the folders above the draft that are missing.
static bool make_draft(void) {
    if (make(only(draft, draft_length))) return true;
    if (errno != ENOENT) return false;
    for (char* slash = strchr(draft + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        make(draft);
        *slash = '/';
    }
    return make(draft);
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

// Makes the directory from its draft, in which `described` has put the description.
static segment_header_t* finish(rpj_file* file, uint64_t described, uint64_t bytes) {
    segment_header_t* header = described ? rpj_segment_file(in_draft(SEGMENT), bytes, bytes - RPJ_HEADER_SIZE) : NULL;
    if (header != NULL && parent_length) share(AGENTS);
    if (header != NULL && parent_length) share(ANSWERS);
    if (header != NULL && !parent_length) header->properties_bytes = described;
    if (header != NULL && publish(file)) return header;
    int error = errno;
    if (header != NULL) munmap(header, bytes);
    remove_draft();
    errno = error;
    return NULL;
}

segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes) {
    rpj_identity self = rpj_read_identity();
    int parents = rpj_file_open(file, mapped); // finds the file even if it was renamed
    if (parents >= 0) rpj_file_close(parents);
    if (!name_beside(file->path, &self) || !make_draft()) return NULL;
    return finish(file, describe(&self), bytes);
}

static uint64_t describe_own(const rpj_identity* self, const char* variables) {
    int to = rpj_file_create(in_draft(DESCRIPTION));
    uint64_t bytes = to >= 0 ? rpj_describe(to, self, variables) : 0;
    if (to >= 0) rpj_file_close(to);
    return bytes;
}

segment_header_t* rpj_own_segment(rpj_file* file, const char* run, const char* variables, uint64_t bytes) {
    rpj_identity self = rpj_read_identity();
    size_t length = strlen(run);
    if (length >= RPJ_PATH_BYTES) return NULL;
    name_directory(run, length, &self);
    if (!make_draft()) return NULL;
    return finish(file, describe_own(&self, variables), bytes);
}
