// Somebody has cut a file of ours that is mapped: what lies behind its end is gone, and touching it is a SIGBUS, in the program's
// own calls. Memory without a file takes its place, so that they go on; the file keeps what it still has.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rpj.h"

#define SEGMENT "/records.seg"

enum { TEXT_BYTES = 8192 };

// The mapping of a segment around an address.
typedef struct {
    uint64_t low, high;
} mapping;

// Whether a line of the mappings describes it: "low-high rw-s offset device inode path".
static bool describes(char* line, uint64_t address, mapping* found) {
    char* rest;
    size_t length = strlen(line), name = strlen(SEGMENT);
    found->low = strtoull(line, &rest, 16);
    if (*rest != '-') return false;
    found->high = strtoull(rest + 1, &rest, 16);
    bool shared = strncmp(rest, " rw-s ", 6) == 0;
    return shared && address >= found->low && address < found->high && length > name && strcmp(line + length - name, SEGMENT) == 0;
}

// One thread at a time: handlers may have little stack, so that the text lies elsewhere.
static bool find(int file, uint64_t address, mapping* found) {
    static char text[TEXT_BYTES];
    size_t used = 0;
    while (true) {
        ssize_t more = read(file, text + used, sizeof text - 1 - used);
        if (more <= 0) return false;
        used += (size_t)more;
        char* line = text;
        for (char* end; (end = memchr(line, '\n', used - (size_t)(line - text))) != NULL; line = end + 1) {
            *end = 0;
            if (describes(line, address, found)) return true;
        }
        used -= (size_t)(line - text);
        if (used == sizeof text - 1) used = 0;  // a line longer than any of ours
        memmove(text, line, used);
    }
}

static bool fill(uint64_t address, const mapping* hole) {
    uint64_t from = address & -(uint64_t)sysconf(_SC_PAGESIZE);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    return mmap((void*)from, hole->high - from, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

bool rpj_mend_truncated(int signo, const siginfo_t* info) {
    static atomic_flag busy = ATOMIC_FLAG_INIT, said = ATOMIC_FLAG_INIT;
    if (signo != SIGBUS || info->si_code != BUS_ADRERR) return false;
    int error = errno;
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {}
    mapping hole;
    int file = open(RPJ_MAPS, O_RDONLY | O_CLOEXEC);
    uint64_t address = (uint64_t)info->si_addr;
    bool filled = file >= 0 && find(file, address, &hole) && fill(address, &hole);
    bool by_another = !filled && rpj_readable(info->si_addr, 1);  // a thread that came here first
    if (file >= 0) close(file);
    atomic_flag_clear_explicit(&busy, memory_order_release);
    if (filled && !atomic_flag_test_and_set(&said))
        rpj_complain("somebody has cut the file with the records of this process; what it has lost, and some that follow, are lost");
    errno = error;
    return filled || by_another;
}
