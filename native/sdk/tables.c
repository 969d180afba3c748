// What a runtime hands over is checked before the engine reads or writes it: null and unreadable pointers, tables whose size cannot
// be true, memory that is not the runtime's to write.
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <rocprofiler-sdk/fwd.h>

#include "rpj.h"
#include "rpj_tables.h"

enum { PAGE = 4096, HSA_TABLES = 8, MOST_TABLES = 8, NAME_BYTES = 32 };

// Beyond what is known of the longest table nothing is read.
enum { LONGEST = RPJ_TABLE_HIPDISPATCHTABLE_SIZE };

// --- which memory may be written -----------------------------------------------------------------------------------

// The lines of the mappings, read in pieces: nothing is allocated.
typedef struct {
    char* text;
    size_t from, to;
    int file;
} map_lines;

static char* next_line(map_lines* lines) {
    while (true) {
        char* start = lines->text + lines->from;
        char* end = memchr(start, '\n', lines->to - lines->from);
        if (end) {
            *end = 0;
            lines->from = (size_t)(end + 1 - lines->text);
            return start;
        }
        memmove(lines->text, start, lines->to - lines->from);
        lines->to -= lines->from;
        lines->from = 0;
        ssize_t more = read(lines->file, lines->text + lines->to, PAGE - lines->to);
        if (more < 0) lines->file = -1;
        if (more <= 0) return NULL;
        lines->to += (size_t)more;
    }
}

// True as well where nobody knows. One thread at a time: it may be in a signal handler that has little stack, and another one there.
static bool is_writable(uint64_t from, uint64_t bytes) {
    static char text[PAGE];
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) return true;
    int file = open(RPJ_MAPS, O_RDONLY | O_CLOEXEC);
    map_lines lines = {.text = text, .file = file};
    uint64_t at = from;
    for (char* line = next_line(&lines); line && at < from + bytes; line = next_line(&lines)) {
        char* rest;
        uint64_t low = strtoull(line, &rest, 16), high = strtoull(rest + 1, &rest, 16);
        if (at >= low && at < high && rest[2] == 'w') at = high;
    }
    bool unknown = lines.file < 0;  // or somebody has closed it
    if (file >= 0) close(file);
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return unknown || at >= from + bytes;
}

// --- tables --------------------------------------------------------------------------------------------------------

typedef enum { GOOD, BAD, READ_ONLY } verdict;

static bool is_readable(uint64_t from, uint64_t bytes) {
    for (uint64_t at = from; at < from + bytes; at = (at | (PAGE - 1)) + 1)
        if (!rpj_readable((const void*)at, 1)) return false;
    return true;
}

// HSA's tables begin with a version, whose second half-word is their size; all others with eight bytes of size.
static verdict check(uint64_t table, bool has_version) {
    uint64_t size, header = has_version ? 16 : 8;
    if (!table || table % 8 != 0 || !rpj_peek(&size, (const void*)table, sizeof size)) return BAD;
    if (has_version) size >>= 32;
    if (size < header) return BAD;
    if (size > LONGEST) size = LONGEST;
    if (!is_readable(table, size)) return BAD;
    return is_writable(table, size) ? GOOD : READ_ONLY;
}

// The container of HSA's tables: its version, then their addresses. One that is null the runtime does not have.
static verdict check_container(uint64_t container) {
    uint64_t words[2 + HSA_TABLES] = {0};
    if (!container || container % 8 != 0 || !rpj_peek(words, (const void*)container, 16)) return BAD;
    uint64_t size = words[0] >> 32;
    if (size < 16) return BAD;
    if (size > sizeof words) size = sizeof words;
    if (!rpj_peek(words, (const void*)container, size)) return BAD;
    for (uint64_t i = 2; i < size / 8; i++) {
        verdict one = words[i] ? check(words[i], true) : GOOD;
        if (one != GOOD) return one;
    }
    return GOOD;
}

static verdict check_all(const char* library, const void* const* tables, uint64_t count) {
    uint64_t addresses[MOST_TABLES];
    if (!count || count > MOST_TABLES || !tables || !rpj_peek(addresses, tables, count * sizeof *addresses)) return BAD;
    for (uint64_t i = 0; i < count; i++) {
        verdict one = strcmp(library, "hsa") == 0 ? check_container(addresses[i]) : check(addresses[i], false);
        if (one != GOOD) return one;
    }
    return GOOD;
}

static bool is_known(const char* library) {
#define RPJ_LIBRARY(index, common_name, import_symbol, pattern) \
    if (strcmp(library, common_name) == 0) return true;
#include "rpj_register_libraries.inc"
#undef RPJ_LIBRARY
    return false;
}

bool rpj_is_library(const char* name) {
    char library[NAME_BYTES];
    return name && rpj_peek_string(library, name, sizeof library) != UINT64_MAX && is_known(library);
}

int rpj_check_tables(const char* library, void** tables, uint64_t count) {
    verdict all = check_all(library, (const void* const*)tables, count);
    if (all == READ_ONLY)
        rpj_complain("the runtime %s has registered tables that cannot be written; its calls are not traced", library);
    return all == GOOD ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}
