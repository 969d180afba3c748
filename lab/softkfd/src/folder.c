#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The files are described twice: for the hash, then to be written. System calls, as the library's own open comes here.
struct sk_folder {
    char root[PATH_MAX]; // empty in the first pass
    uint64_t hash;
    int fd; // of the present file
    int error;
};

static void hashed(sk_folder* folder, const char* text) {
    for (; *text != '\0'; text++) folder->hash = (folder->hash ^ (uint8_t)*text) * 0x100000001b3; // FNV-1a
}

static void failed(sk_folder* folder) {
    if (folder->error == 0) folder->error = errno;
}

// Makes the folders on the way to `path`, of which the one above `root` exist.
static void make_parents(sk_folder* folder, char* path) {
    for (char* slash = path + strlen(folder->root); (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        if (syscall(SYS_mkdir, path, 0700) != 0 && errno != EEXIST) failed(folder);
        *slash = '/';
    }
}

static void end_file(sk_folder* folder) {
    if (folder->fd >= 0) syscall(SYS_close, folder->fd);
    folder->fd = -1;
}

void sk_folder_file(sk_folder* folder, const char* path, ...) {
    char name[PATH_MAX];
    int root = snprintf(name, sizeof name, "%s/", folder->root);
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(name + root, sizeof name - (size_t)root, path, arguments);
    va_end(arguments);
    hashed(folder, name + root);
    if (folder->root[0] == '\0') return;
    end_file(folder);
    make_parents(folder, name);
    folder->fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (folder->fd < 0) failed(folder);
}

void sk_folder_text(sk_folder* folder, const char* text, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, text);
    int length = vsnprintf(line, sizeof line, text, arguments);
    va_end(arguments);
    hashed(folder, line);
    if (folder->fd >= 0 && write(folder->fd, line, (size_t)length) != length) failed(folder);
}

// A folder of another user, or that others may write to, is not trusted.
static bool is_ours(const char* path) {
    struct stat status;
    return syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode)
        && status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

static int remove_one(const char* path, const struct stat* status, int type, struct FTW* walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

// Writes all files below a new folder, which then gets its name in one step.
static bool write_all(void (*files)(sk_folder*), const char* path) {
    sk_folder folder = {.fd = -1};
    int length = snprintf(folder.root, sizeof folder.root, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof folder.root || mkdtemp(folder.root) == NULL) return false;
    files(&folder);
    end_file(&folder);
    if (folder.error == 0 && rename(folder.root, path) == 0) return true;
    bool theirs = is_ours(path);
    if (folder.error == 0) folder.error = errno;
    nftw(folder.root, remove_one, 8, FTW_DEPTH | FTW_PHYS); // another process was faster, or nothing can be written
    errno = folder.error;
    return theirs;
}

bool sk_folder_make(void (*files)(sk_folder*), char* path, size_t capacity) {
    sk_folder first = {.hash = 0xcbf29ce484222325, .fd = -1};
    files(&first);
    const char* temporary = secure_getenv("TMPDIR");
    if (temporary == NULL || *temporary == '\0') temporary = "/tmp";
    char name[PATH_MAX];
    int length = snprintf(name, sizeof name, "%s/softkfd-%u-%016llx", temporary, (unsigned)geteuid(),
                          (unsigned long long)first.hash);
    bool ok = length > 0 && (size_t)length < capacity && (is_ours(name) || write_all(files, name));
    if (ok) memcpy(path, name, (size_t)length + 1);
    else dprintf(STDERR_FILENO, "softkfd: %s: %s: set TMPDIR to a folder that can be written\n", name, strerror(errno));
    return ok;
}
