// Validates a runtime's tables before the engine reads or writes them: null and unreadable pointers, impossible
// table sizes, memory that the runtime may not write.
#include "boot/libraries.h"

#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <rocprofiler-sdk/fwd.h>

#include "base/hsa_table.h"
#include "rpj_tables.h"
#include "system/complain.h"
#include "system/safe_read.h"

enum { PAGE = 4096, MOST_TABLES = 8, NAME_BYTES = 32 };

// Tables that begin with a version, as HSA's do, have their size in its second half-word.
enum { VERSION = RPJ_HSA_VERSION_BYTES, SIZE_SHIFT = RPJ_HSA_SIZE_SHIFT };

// Reads nothing beyond the known part of the longest table.
enum { LONGEST = RPJ_TABLE_HIPDISPATCHTABLE_SIZE };

// --- readable and writable memory ----------------------------------------------------------------------------------

static bool may_read(uint64_t address) { return rpj_readable((const void*)address, 1); }

// The kernel writes a word unchanged, by an atomic "or" with 0, or reports that it cannot. (Reading the mappings in
// /proc would need a descriptor, which the program may close and reuse for its own file.)
static bool may_write(uint64_t address) {
    static uint32_t nobody_waits;
    int before = errno;
    long woken = syscall(SYS_futex, &nobody_waits, FUTEX_WAKE_OP_PRIVATE, 0, NULL, (uint32_t*)(address & ~3ull),
                         FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, 0));
    bool can = woken >= 0 || errno != EFAULT;
    errno = before;
    return can;
}

static bool every_page(bool (*may)(uint64_t), uint64_t from, uint64_t bytes) {
    for (uint64_t at = from; at < from + bytes; at = (at | (PAGE - 1)) + 1)
        if (!may(at)) return false;
    return true;
}

// --- tables --------------------------------------------------------------------------------------------------------

typedef enum { GOOD, BAD, READ_ONLY } verdict;

// HSA's tables begin with a version; all others with eight bytes of size.
static verdict check(uint64_t table, bool has_version) {
    uint64_t size, header = has_version ? VERSION : RPJ_TABLE_HIPDISPATCHTABLE_HEADER;
    if (!table || table % 8 != 0 || !rpj_safe_read(&size, (const void*)table, sizeof size)) return BAD;
    if (has_version) size >>= SIZE_SHIFT;
    if (size < header) return BAD;
    if (size > LONGEST) size = LONGEST;
    if (!every_page(may_read, table, size)) return BAD;
    return every_page(may_write, table, size) ? GOOD : READ_ONLY;
}

// A table of HSA's container that the runtime does not have has no address, or no version.
static bool is_absent(uint64_t table) {
    uint64_t version[VERSION / 8];
    if (!table) return true;
    return table % 8 == 0 && rpj_safe_read(version, (const void*)table, VERSION) && !rpj_hsa_is_filled_in(version[0]);
}

// The container of HSA's tables: its version, then their addresses.
static verdict check_container(uint64_t container) {
    uint64_t words[VERSION / 8 + RPJ_HSAAPITABLE_TABLES] = {0};
    if (!container || container % 8 != 0 || !rpj_safe_read(words, (const void*)container, VERSION)) return BAD;
    uint64_t size = words[0] >> SIZE_SHIFT;
    if (size < VERSION) return BAD;
    if (size > sizeof words) size = sizeof words;
    if (!rpj_safe_read(words, (const void*)container, size)) return BAD;
    for (uint64_t i = VERSION / 8; i < size / 8; i++) {
        verdict one = is_absent(words[i]) ? GOOD : check(words[i], true);
        if (one != GOOD) return one;
    }
    return GOOD;
}

static verdict check_all(const char* library, const void* const* tables, uint64_t count) {
    uint64_t addresses[MOST_TABLES];
    if (!count || count > MOST_TABLES || tables == NULL || !rpj_safe_read(addresses, tables, count * sizeof *addresses))
        return BAD;
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
    return name != NULL && rpj_safe_read_string(library, name, sizeof library) != UINT64_MAX && is_known(library);
}

int rpj_check_tables(const char* library, void** tables, uint64_t count) {
    verdict all = check_all(library, (const void* const*)tables, count);
    if (all == READ_ONLY)
        rpj_complain("the runtime %s has registered tables that cannot be written; its calls are not traced", library);
    return all == GOOD ? ROCPROFILER_STATUS_SUCCESS : ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT;
}
