#define _GNU_SOURCE
#include "backing.h"

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t FILE_BYTES = (uint64_t)1 << 42;
static const uint64_t HEAD = (uint64_t)1 << 20;
static const uint64_t DATA = (uint64_t)1 << 30;
static const uint64_t DIRECTORY = (uint64_t)1 << 41;
enum { ENTRY_BYTES = 512, METADATA = 64 }; // of the directory: for each page, and where in it
static const char MAGIC[16] = "softkfd memory 1";

typedef struct {
    uint64_t start, end;
} hole;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the creation
static _Atomic(int) file = -1;
static _Atomic(char*) doorbells;
static hole* holes; // sorted, never adjacent
static size_t hole_count, hole_capacity;

static int made(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < FILE_BYTES) {
        errno = EFBIG; // the system would send SIGXFSZ
        return -1;
    }
    int fd = (int)syscall(SYS_memfd_create, "softkfd", MFD_CLOEXEC);
    if (fd < 0) return -1;
    if (ftruncate(fd, (off_t)FILE_BYTES) == 0
        && pwrite(fd, MAGIC, sizeof MAGIC, (off_t)HEAD) == (ssize_t)sizeof MAGIC) {
        void* map = (void*)syscall(SYS_mmap, NULL, SK_DOORBELL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (map != MAP_FAILED) {
            madvise(map, SK_DOORBELL_BYTES, MADV_DONTFORK);
            atomic_store(&doorbells, map);
            return fd;
        }
    }
    int saved = errno;
    syscall(SYS_close, fd);
    errno = saved;
    return -1;
}

int sk_backing_open(void) {
    pthread_mutex_lock(&lock);
    int fd = atomic_load(&file);
    if (fd < 0) {
        fd = made();
        if (fd < 0) sk_log(SK_LOG_UNKNOWN, "no memory for the GPUs: %s", strerror(errno));
        else atomic_store(&file, fd);
    }
    pthread_mutex_unlock(&lock);
    return fd < 0 ? -1 : (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 3);
}

int sk_backing_fd(void) { return atomic_load(&file); }

_Atomic(uint64_t)* sk_backing_doorbell(uint32_t gpu, uint32_t slot) {
    char* map = atomic_load(&doorbells);
    return map == NULL ? NULL : (_Atomic(uint64_t)*)(map + (size_t)gpu * SK_DOORBELL_PAGE + (size_t)slot * 8);
}

static const uint64_t DOORBELLS = (uint64_t)1 << 60;
enum { DOORBELL_GPU_SHIFT = 46 };

uint64_t sk_backing_doorbell_offset(uint32_t gpu, uint32_t slot) {
    return DOORBELLS | (uint64_t)gpu << DOORBELL_GPU_SHIFT | (uint64_t)slot * 8;
}

bool sk_backing_is_doorbell(uint64_t offset) { return (offset & DOORBELLS) != 0; }

uint64_t sk_backing_doorbell_page(uint64_t offset) {
    return ((offset - DOORBELLS) >> DOORBELL_GPU_SHIFT) * SK_DOORBELL_PAGE;
}

// --- room ---------------------------------------------------------------------------------------------------------

static bool insert_hole(size_t at, hole h) {
    if (hole_count == hole_capacity) {
        size_t capacity = hole_capacity == 0 ? 64 : 2 * hole_capacity;
        hole* more = realloc(holes, capacity * sizeof *more);
        if (more == NULL) return false;
        holes = more;
        hole_capacity = capacity;
    }
    memmove(holes + at + 1, holes + at, (hole_count - at) * sizeof h);
    holes[at] = h;
    hole_count++;
    return true;
}

static void remove_hole(size_t at) {
    hole_count--;
    memmove(holes + at, holes + at + 1, (hole_count - at) * sizeof holes[0]);
}

static uint64_t entry_of(uint64_t offset) { return DIRECTORY + offset / SK_PAGE * ENTRY_BYTES; }

static bool enter(uint64_t offset, sk_extent extent) {
    char entry[ENTRY_BYTES] = {0};
    atomic_init(&extent.references, 1);
    memcpy(entry, &extent, sizeof extent);
    return pwrite(sk_backing_fd(), entry, sizeof entry, (off_t)entry_of(offset)) == (ssize_t)sizeof entry;
}

uint64_t sk_backing_take(sk_extent extent) {
    if (sk_backing_fd() < 0 || (hole_capacity == 0 && !insert_hole(0, (hole){DATA, DIRECTORY}))) return 0;
    uint64_t size = sk_round_up(extent.size, SK_PAGE);
    for (size_t i = 0; i < hole_count; i++) {
        if (holes[i].end - holes[i].start < size) continue;
        uint64_t offset = holes[i].start;
        if (!enter(offset, extent)) return 0;
        holes[i].start += size;
        if (holes[i].start == holes[i].end) remove_hole(i);
        return offset;
    }
    return 0;
}

// The index of the first hole that starts after `offset`.
static size_t after(uint64_t offset) {
    size_t low = 0, high = hole_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (holes[middle].start <= offset) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void give(uint64_t offset, uint64_t size) {
    size_t at = after(offset);
    bool before = at > 0 && holes[at - 1].end == offset;
    bool behind = at < hole_count && holes[at].start == offset + size;
    if (before && behind) {
        holes[at - 1].end = holes[at].end;
        remove_hole(at);
    } else if (before) {
        holes[at - 1].end = offset + size;
    } else if (behind) {
        holes[at].start = offset;
    } else if (!insert_hole(at, (hole){offset, offset + size})) {
        sk_log(SK_LOG_UNKNOWN, "%llu bytes of the GPUs' memory are lost", (unsigned long long)size);
    }
}

// --- handles ------------------------------------------------------------------------------------------------------

// The directory's page with an entry, so that processes can count in it. NULL if it cannot be mapped.
static char* map_entry(int fd, uint64_t offset) {
    uint64_t page = entry_of(offset) / SK_PAGE * SK_PAGE;
    char* map = (char*)syscall(SYS_mmap, NULL, SK_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, page);
    return map == MAP_FAILED ? NULL : map;
}

static sk_extent* entry_in(char* map, uint64_t offset) { return (sk_extent*)(void*)(map + entry_of(offset) % SK_PAGE); }

bool sk_backing_retain(int fd, uint64_t offset) {
    char* map = map_entry(fd, offset);
    if (map == NULL) return false;
    _Atomic(uint32_t)* references = &entry_in(map, offset)->references;
    uint32_t count = atomic_load(references);
    while (count > 0 && !atomic_compare_exchange_weak(references, &count, count + 1)) {
    }
    munmap(map, SK_PAGE);
    return count > 0;
}

static bool is_own(int fd) {
    struct stat one, other;
    return fd == sk_backing_fd()
        || (fstat(fd, &one) == 0 && fstat(sk_backing_fd(), &other) == 0 && one.st_ino == other.st_ino);
}

void sk_backing_release(int fd, uint64_t offset) {
    char* map = map_entry(fd, offset);
    if (map == NULL) return;
    sk_extent* entry = entry_in(map, offset);
    if (atomic_fetch_sub(&entry->references, 1) == 1) {
        uint64_t size = sk_round_up(entry->size, SK_PAGE);
        memset(entry, 0, ENTRY_BYTES);
        fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)size);
        if (is_own(fd)) give(offset, size);
    }
    munmap(map, SK_PAGE);
}

// --- sharing ------------------------------------------------------------------------------------------------------

int sk_backing_export(int file_fd, uint64_t offset) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file_fd);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (fd < 0) return -1;
    if (lseek(fd, (off_t)offset, SEEK_SET) == (off_t)offset) return fd;
    syscall(SYS_close, fd);
    errno = EINVAL;
    return -1;
}

bool sk_backing_extent(int fd, uint64_t offset, sk_extent* extent) {
    struct stat status;
    char magic[sizeof MAGIC];
    if (fstat(fd, &status) != 0 || (uint64_t)status.st_size != FILE_BYTES) return false;
    if (pread(fd, magic, sizeof magic, (off_t)HEAD) != (ssize_t)sizeof magic) return false;
    if (memcmp(magic, MAGIC, sizeof magic) != 0 || offset < DATA || offset >= DIRECTORY) return false;
    return pread(fd, extent, sizeof *extent, (off_t)entry_of(offset)) == (ssize_t)sizeof *extent && extent->size != 0;
}

bool sk_backing_exported(int fd, uint64_t* offset, sk_extent* extent) {
    off_t at = lseek(fd, 0, SEEK_CUR);
    *offset = (uint64_t)at;
    return at >= 0 && sk_backing_extent(fd, *offset, extent);
}

bool sk_backing_set_metadata(int fd, uint64_t offset, const void* metadata, size_t bytes) {
    return pwrite(fd, metadata, bytes, (off_t)(entry_of(offset) + METADATA)) == (ssize_t)bytes;
}

bool sk_backing_metadata(int fd, uint64_t offset, void* metadata, size_t bytes) {
    return pread(fd, metadata, bytes, (off_t)(entry_of(offset) + METADATA)) == (ssize_t)bytes;
}

void sk_backing_after_fork(void) {
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh;
    int fd = atomic_exchange(&file, -1);
    if (fd >= 0) syscall(SYS_close, fd);
    atomic_store(&doorbells, NULL);
    hole_count = hole_capacity = 0;
    holes = NULL; // the heap may be in any state: let it lie
}
