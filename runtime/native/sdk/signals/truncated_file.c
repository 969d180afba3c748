// Another program has truncated a mapped file of ours: access to memory beyond its end is a SIGBUS, in the
// program's own calls. Anonymous memory replaces it, so that they continue; the file keeps its remaining contents.
#include "signals/truncated_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rpj_segment.h"
#include "system/complain.h"
#include "system/file.h"
#include "system/safe_read.h"

enum { TEXT_BYTES = 8192 };

// The mapping of a segment around an address.
typedef struct {
    uint64_t address, low, high;
} mapping;

// Whether it is the path of a segment, or of an annex (records-1.seg).
static bool is_of_segment(const char* path) {
    const char* name = strrchr(path, '/');
    if (name == NULL) return false;
    if (strcmp(++name, RPJ_SEGMENT_FILE) == 0) return true;
    if (strncmp(name, RPJ_ANNEX_PREFIX, strlen(RPJ_ANNEX_PREFIX)) != 0) return false;
    name += strlen(RPJ_ANNEX_PREFIX);
    return strcmp(name + strspn(name, "0123456789"), RPJ_ANNEX_SUFFIX) == 0;
}

// Whether this line is the mapping: "low-high rw-s offset device inode path".
static bool is_around(char* line, void* wanted) {
    mapping* found = wanted;
    char* rest;
    found->low = strtoull(line, &rest, 16);
    if (*rest != '-') return false;
    found->high = strtoull(rest + 1, &rest, 16);
    bool shared = strncmp(rest, " rw-s ", 6) == 0;
    bool within = found->address >= found->low && found->address < found->high;
    return shared && within && is_of_segment(line);
}

static bool fill(const mapping* hole) {
    uint64_t from = hole->address & -(uint64_t)sysconf(_SC_PAGESIZE);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    return mmap((void*)from, hole->high - from, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

bool rpj_mend_truncated(int signo, const siginfo_t* info) {
    static char text[TEXT_BYTES]; // handlers may have little stack
    static bool busy, said;
    if (signo != SIGBUS || info->si_code != BUS_ADRERR) return false;
    int error = errno;
    while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE)) {
    }
    mapping hole = {.address = (uint64_t)info->si_addr};
    bool filled = rpj_find_mapping(is_around, &hole, text, sizeof text) && fill(&hole);
    bool by_another = !filled && rpj_readable(info->si_addr, 1); // another thread has mended it
    __atomic_clear(&busy, __ATOMIC_RELEASE);
    if (filled && !__atomic_test_and_set(&said, __ATOMIC_SEQ_CST))
        rpj_complain(
            "somebody has cut the file with the records of this process; what it has lost, and some that follow, are lost");
    errno = error;
    return filled || by_another;
}
