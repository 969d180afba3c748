// See description.h.
#include "segment/description.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../environment.h"
#include "base/clock.h"
#include "segment/seal.h"
#include "system/file.h"

enum { BLOCK_BYTES = 4096, STAT_BYTES = 1024, NAME_BYTES = 64, MOST_BYTES = 2 << 20 };

// --- what the kernel says ------------------------------------------------------------------------------------------

// Parses `pid (name) state ppid group session ...`, where the name may contain any character; field 22 is the start
// time (proc_pid_stat(5)).
rpj_identity rpj_read_identity(void) {
    static char stat[STAT_BYTES];
    rpj_identity self = {
        .pid = (uint64_t)getpid(), .ppid = (uint64_t)getppid(), .start = rpj_clock_now(CLOCK_BOOTTIME)};
    const char* at = rpj_file_read("/proc/self/stat", stat, sizeof stat) ? strrchr(stat, ')') : NULL;
    self.group = (uint64_t)getpgrp();
    self.session = (uint64_t)getsid(0);
    for (int field = 2; at != NULL && field < 22; field++) at = strchr(at + 1, ' ');
    for (at = at != NULL ? at + 1 : ""; *at >= '0' && *at <= '9'; at++)
        self.ticks = 10 * self.ticks + (uint64_t)(*at - '0');
    return self;
}

// --- lines ---------------------------------------------------------------------------------------------------------

static struct {
    int file;
    bool failed;
    uint32_t checksum;
    uint64_t used, bytes;
    char block[BLOCK_BYTES];
} lines; // of one thread at a time

static void begin(int file) {
    lines.file = file;
    lines.failed = false;
    lines.checksum = 0;
    lines.used = lines.bytes = 0;
}

static void flush(void) {
    lines.checksum = rpj_crc32c(lines.checksum, lines.block, lines.used);
    lines.failed = lines.failed || !rpj_file_write(lines.file, lines.block, lines.used);
    lines.bytes += lines.used;
    lines.used = 0;
}

static void put(char byte) {
    if (lines.used == BLOCK_BYTES) flush();
    lines.block[lines.used++] = byte;
}

static void put_text(const char* text) {
    while (*text) put(*text++);
}

// As readers take it apart: NUL, line end and backslash are `\0`, `\n` and `\\`.
static void put_value(const char* bytes, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        const char byte = bytes[i];
        if (byte && byte != '\n' && byte != '\\') {
            put(byte);
            continue;
        }
        put('\\');
        put(byte == '\n' ? 'n' : byte ? '\\' : '0');
    }
}

static void line(const char* key, const char* value, uint64_t count) {
    put_text(key);
    put('=');
    put_value(value, count);
    put('\n');
}

char* rpj_number_line(char* to, const char* key, uint64_t value) {
    while (*key) *to++ = *key++;
    *to++ = '=';
    to = rpj_put_number(to, value, 10);
    *to++ = '\n';
    *to = 0;
    return to;
}

static void number(const char* key, uint64_t value) {
    char text[NAME_BYTES];
    rpj_number_line(text, key, value);
    put_text(text);
}

static uint64_t end(bool checked) {
    char text[NAME_BYTES] = "#checksum=";
    flush();
    if (!checked) return lines.failed ? 0 : lines.bytes;
    char* to = text + strlen(text);
    for (int digit = 28; digit >= 0; digit -= 4) *to++ = "0123456789abcdef"[lines.checksum >> digit & 15];
    *to++ = '\n';
    *to = 0;
    put_text(text);
    flush();
    return lines.failed ? 0 : lines.bytes;
}

// --- their values --------------------------------------------------------------------------------------------------

// The whole of a file that has neither a size nor an end that is known.
static void line_of_file(const char* key, const char* path) {
    char some[BLOCK_BYTES];
    int file = rpj_file_open_readable(path);
    long count = 0;
    put_text(key);
    put('=');
    for (uint64_t all = 0; file >= 0 && all < MOST_BYTES && (count = syscall(SYS_read, file, some, sizeof some)) > 0;
         all += (uint64_t)count)
        put_value(some, (uint64_t)count);
    if (file >= 0) rpj_file_close(file);
    put('\n');
}

static void line_of_name(const char* key, const char* path) {
    char name[2 * NAME_BYTES];
    uint64_t length = rpj_file_read(path, name, sizeof name);
    while (length && (name[length - 1] == '\n' || name[length - 1] == ' ')) length--;
    line(key, name, length);
}

// Once the main thread has ended, the process's link is missing, and the thread's is there.
static void line_of_link(const char* key, const char* of_process, const char* of_thread) {
    char target[BLOCK_BYTES];
    ssize_t length = readlink(of_process, target, sizeof target);
    if (length < 0) length = readlink(of_thread, target, sizeof target);
    line(key, target, length > 0 ? (uint64_t)length : 0);
}

// The process by which the command finds out whom a signal was sent to (witness.c) is nobody's sibling.
static bool is_witness(const char* pid, size_t digits) {
    char path[NAME_BYTES] = "/proc/", name[NAME_BYTES];
    memcpy(path + strlen(path), pid, digits);
    strcat(path, "/comm");
    rpj_file_read(path, name, sizeof name);
    return strcmp(name, "rocprof-witness\n") == 0;
}

// How many children the parent has, this process among them: AMD's name key `psize`.
static uint64_t count_siblings(uint64_t parent) {
    static char children[BLOCK_BYTES];
    char path[NAME_BYTES] = "/proc/";
    char* to = rpj_put_number(path + strlen(path), parent, 10);
    memcpy(to, "/task/", 7);
    strcpy(rpj_put_number(to + 6, parent, 10), "/children");
    uint64_t found = 0, digits = 0;
    rpj_file_read(path, children, sizeof children);
    for (const char* at = children; (digits = strspn(at, "0123456789")); at += digits + (at[digits] == ' '))
        found += digits < RPJ_DIGITS && !is_witness(at, digits);
    return found ? found : 1;
}

static void lines_of_variables(const char* variables) {
    for (const char* at = variables; *at; at += strlen(at) + 1) {
        const char* name = strchr(at, '=') + 1;
        const char* value = rpj_environment(name);
        char key[BLOCK_BYTES];
        uint64_t length = (uint64_t)(name - 1 - at);
        bool none = value == NULL || (!*value && strncmp(at, "env.", 4) != 0);
        if (none || length >= sizeof key) continue;
        memcpy(key, at, length);
        key[length] = 0;
        line(key, value, strlen(value));
    }
}

uint64_t rpj_describe(int file, const rpj_identity* self, const char* variables) {
    begin(file);
    number("format", 1);
    number("pid", self->pid);
    number("ppid", self->ppid);
    number("pgid", self->group);
    number("psid", self->session);
    number("psize", count_siblings(self->ppid));
    number("tid", self->pid);
    line_of_file("command", "/proc/self/cmdline");
    line_of_link("executable", "/proc/self/exe", "/proc/thread-self/exe");
    line_of_name("hostname", "/proc/sys/kernel/hostname");
    line_of_name("boot_id", "/proc/sys/kernel/random/boot_id");
    line_of_link("pid_namespace", "/proc/self/ns/pid", "/proc/thread-self/ns/pid");
    number("start_ticks", self->ticks);
    number("start_boottime_ns", self->start);
    lines_of_variables(variables);
    return end(true);
}

uint64_t rpj_describe_runtime(int file, bool checked, const char* library, uint64_t version, uint64_t instance) {
    static uint64_t runtimes;
    char value[2 * NAME_BYTES], key[NAME_BYTES] = "runtime.";
    *rpj_put_number(key + strlen(key), runtimes++, 10) = 0;
    char* to = value;
    while (*library && to < value + NAME_BYTES) *to++ = *library++;
    *to++ = ' ';
    to = rpj_put_number(to, version, 10);
    *to++ = ' ';
    to = rpj_put_number(to, instance, 10);
    begin(file);
    line(key, value, (uint64_t)(to - value));
    return end(checked);
}
