// See file.h.
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 20, MAPS_BYTES = 1 << 13, FIRST_OF_OURS = 3 };

char* rpj_put_number(char* to, uint64_t number, unsigned base) {
    char digits[RPJ_DIGITS];
    int count = 0;
    do digits[count++] = "0123456789abcdef"[number % base];
    while (number /= base);
    while (count) *to++ = digits[--count];
    return to;
}

// Zeros for files. Mapped for reading only, so that the kernel uses one page for all of them, and counts them to no
// limit. Large, as each write takes locks that other threads of the process wait for: of 64 KiB at a time, eight
// threads extend files half as fast. Without memory there are few.
static const char few_zeros[1 << 12];
static const char* many_zeros;

static const char* zeros(uint64_t* count) {
    const char* known = __atomic_load_n(&many_zeros, __ATOMIC_ACQUIRE);
    if (known == NULL) {
        const void* fresh = mmap(NULL, BLOCK_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh != MAP_FAILED) __atomic_store_n(&many_zeros, known = fresh, __ATOMIC_RELEASE);
    }
    *count = known != NULL ? BLOCK_BYTES : sizeof few_zeros;
    return known != NULL ? known : few_zeros;
}

// Moves our descriptor, which a program without standard streams would otherwise take for one of them.
static int out_of_the_way(int descriptor) {
    if (descriptor < 0 || descriptor >= FIRST_OF_OURS) return descriptor;
    int higher = (int)syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, FIRST_OF_OURS);
    syscall(SYS_close, descriptor);
    return higher;
}

// --- what is kept open ---------------------------------------------------------------------------------------------

static rpj_file folder; // the run's

// Gives a descriptor that stays open a number that a program does not get for its own files.
static int high(int descriptor) {
    static const int from[] = {512, 64, FIRST_OF_OURS};
    int higher = -1;
    for (size_t i = 0; descriptor >= 0 && higher < 0 && i < sizeof from / sizeof *from; i++)
        higher = (int)syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, from[i]);
    if (descriptor >= 0) syscall(SYS_close, descriptor);
    return higher;
}

static bool is(const rpj_file* file, const struct stat* seen) {
    return seen->st_dev == file->device && seen->st_ino == file->inode;
}

static bool is_held(const rpj_file* file) {
    struct stat seen;
    return file->held > 0 && fstat(file->held, &seen) == 0 && is(file, &seen);
}

void rpj_folder_hold(const char* path, size_t length) {
    struct stat seen;
    if (length >= RPJ_PATH_BYTES) return;
    memcpy(folder.path, path, length);
    folder.path[length] = 0;
    folder.held = high((int)syscall(SYS_openat, AT_FDCWD, folder.path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0));
    if (folder.held < 0 || fstat(folder.held, &seen) != 0) return;
    folder.device = seen.st_dev;
    folder.inode = seen.st_ino;
}

int rpj_folder_of(const char** path) {
    size_t length = strlen(folder.path);
    bool below = length && strncmp(*path, folder.path, length) == 0 && (*path)[length] == '/';
    if (!below || !is_held(&folder)) return AT_FDCWD;
    *path += length + 1;
    return folder.held;
}

static int open_file(const char* path, int flags) {
    int in = rpj_folder_of(&path);
    return out_of_the_way((int)syscall(SYS_openat, in, path, flags | O_CLOEXEC, 0644));
}

bool rpj_file_identify(rpj_file* file, const char* path) {
    struct stat seen;
    size_t length = strnlen(path, RPJ_PATH_BYTES);
    const char* name = path;
    int in = rpj_folder_of(&name);
    if (length == RPJ_PATH_BYTES || fstatat(in, name, &seen, 0) != 0) return false;
    if (path != file->path) memcpy(file->path, path, length + 1);
    file->device = seen.st_dev;
    file->inode = seen.st_ino;
    return true;
}

// --- mappings ------------------------------------------------------------------------------------------------------

typedef struct {
    const void* mapped;
    char* path;
} moved;

// Parses `address-address permissions offset device inode path`: the kernel's path of the file mapped at
// an address.
static bool is_moved(char* line, void* to) {
    const moved* wanted = to;
    char start[RPJ_DIGITS + 1];
    char* end = rpj_put_number(start, (uint64_t)wanted->mapped, 16);
    *end++ = '-';
    const char* slash = strncmp(line, start, (size_t)(end - start)) == 0 ? strchr(line, '/') : NULL;
    size_t length = slash != NULL ? strlen(slash) : 0;
    if (!length || length >= RPJ_PATH_BYTES) return false;
    memcpy(wanted->path, slash, length + 1);
    return true;
}

bool rpj_find_mapping(bool (*is_it)(char* line, void* wanted), void* wanted, char* text, uint64_t capacity) {
    int maps = open_file(RPJ_MAPS, O_RDONLY);
    uint64_t used = 0;
    bool found = false;
    while (maps >= 0 && !found) {
        long more = syscall(SYS_read, maps, text + used, capacity - used);
        if (more <= 0) break;
        used += (uint64_t)more;
        char* line = text;
        for (char* end; !found && (end = memchr(line, '\n', used - (uint64_t)(line - text))) != NULL; line = end + 1) {
            *end = 0;
            found = is_it(line, wanted);
        }
        used -= (uint64_t)(line - text);
        if (used == capacity) used = 0; // longer than any line of our files
        memmove(text, line, used);
    }
    if (maps >= 0) rpj_file_close(maps);
    return found;
}

// Finds the file by its mapping after its directory was renamed.
static bool find_again(rpj_file* file, const void* mapped) {
    static char text[MAPS_BYTES]; // used by one thread at a time, the one that extends the file
    moved wanted = {mapped, file->path};
    return rpj_find_mapping(is_moved, &wanted, text, sizeof text);
}

// --- opening -------------------------------------------------------------------------------------------------------

static int open_if_same(const rpj_file* file) {
    struct stat seen;
    int descriptor = open_file(file->path, O_RDWR | O_NOFOLLOW);
    if (descriptor < 0 || (fstat(descriptor, &seen) == 0 && is(file, &seen))) return descriptor;
    rpj_file_close(descriptor);
    return -1;
}

void rpj_file_hold(rpj_file* file) { file->held = high(open_if_same(file)); }

// The program may have another root, or other rights, by now.
static int open_held(const rpj_file* file) {
    return is_held(file) ? (int)syscall(SYS_fcntl, file->held, F_DUPFD_CLOEXEC, FIRST_OF_OURS) : -1;
}

int rpj_file_open(rpj_file* file, const void* mapped) {
    int descriptor = open_if_same(file);
    if (descriptor < 0) descriptor = open_held(file);
    return descriptor < 0 && mapped != NULL && find_again(file, mapped) ? open_if_same(file) : descriptor;
}

int rpj_file_open_readable(const char* path) { return open_file(path, O_RDONLY); }

int rpj_file_create(const char* path) { return open_file(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW); }

int rpj_file_open_at_end(const char* path) { return open_file(path, O_WRONLY | O_APPEND | O_NOFOLLOW); }

// The words of strerror, which may allocate.
const char* rpj_file_error(int error) {
    switch (error) {
        case EACCES: return "Permission denied";
        case EPERM: return "Operation not permitted";
        case EROFS: return "Read-only file system";
        case ENOSPC: return "No space left on device";
        case EDQUOT: return "Disk quota exceeded";
        case EFBIG: return "the limit for the size of files is reached";
        case EMFILE: return "Too many open files";
        case ENFILE: return "Too many open files in system";
        case ENOMEM: return "Cannot allocate memory";
        case ENOENT: return "No such file or directory";
        case ENOTDIR: return "Not a directory";
        case EISDIR: return "Is a directory";
        case ELOOP: return "Too many levels of symbolic links";
        case EIO: return "Input/output error";
        default: return "it cannot be used";
    }
}

void rpj_file_close(int descriptor) { syscall(SYS_close, descriptor); }

// A write beyond the limit would end the program.
static bool is_within_limit(uint64_t end) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || end <= limit.rlim_cur;
}

bool rpj_file_extend(int descriptor, uint64_t from, uint64_t bytes) {
    if (!is_within_limit(from + bytes)) return errno = EFBIG, false;
    uint64_t most = 0;
    const char* block = zeros(&most);
    for (uint64_t end = from + bytes; from < end;) {
        uint64_t some = end - from < most ? end - from : most;
        long written = syscall(SYS_pwrite64, descriptor, block, some, from);
        if (written <= 0 && errno != EINTR) return false;
        if (written > 0) from += (uint64_t)written;
    }
    return true;
}

bool rpj_file_write(int descriptor, const char* bytes, uint64_t count) {
    struct stat seen;
    if (fstat(descriptor, &seen) != 0 || !is_within_limit((uint64_t)seen.st_size + count)) return false;
    while (count) {
        long written = syscall(SYS_write, descriptor, bytes, count);
        if (written <= 0 && errno != EINTR) return false;
        if (written <= 0) continue;
        bytes += written;
        count -= (uint64_t)written;
    }
    return true;
}

void* rpj_file_map(int descriptor, uint64_t from, uint64_t bytes) {
    void* piece = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, (off_t)from);
    return piece == MAP_FAILED ? NULL : piece;
}

uint64_t rpj_file_read(const char* path, char* to, uint64_t capacity) {
    int descriptor = open_file(path, O_RDONLY);
    uint64_t used = 0;
    while (descriptor >= 0 && used + 1 < capacity) {
        long more = syscall(SYS_read, descriptor, to + used, capacity - 1 - used);
        if (more <= 0) break;
        used += (uint64_t)more;
    }
    if (descriptor >= 0) rpj_file_close(descriptor);
    to[used] = 0;
    return used;
}
