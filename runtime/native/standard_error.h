// What our libraries have to say goes to standard error: the one that the process was started with, and no other file.
//
// A program may close descriptors, or be started without them, and the next file that it opens gets the lowest free
// number: that may be 2, and the file is the program's data. Which file 2 is, is noted when the library is loaded (by
// the library that the command preloads, at the start of the process), and compared before each line; a line that has
// no place is not written. A copy kept open would be safe, too, but whoever reads a pipe to its end would wait for us.
#ifndef RPJ_STANDARD_ERROR_H
#define RPJ_STANDARD_ERROR_H

#include "safe_write.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

// The files that the descriptors 1 and 2 were for. An inode of 0: none.
struct rpj_streams {
    struct {
        dev_t device;
        ino_t inode;
    } of[2];
};

// What the library exports that was loaded at the start of the process.
#define RPJ_STREAMS_NAME "rpj_standard_streams"

static struct rpj_streams rpj_streams_at_load;
static const struct rpj_streams* rpj_noted_streams;

// Once; again by a constructor that has something to say before.
__attribute__((constructor(101))) static void rpj_note_streams(void) {
    if (rpj_noted_streams != NULL) return;
    const struct rpj_streams* earlier = (const struct rpj_streams*)dlsym(RTLD_DEFAULT, RPJ_STREAMS_NAME);
    rpj_noted_streams = earlier != NULL ? earlier : &rpj_streams_at_load;
    for (int i = 0; i < 2; i++) {
        struct stat file;
        if (fstat(STDOUT_FILENO + i, &file) != 0) continue;
        rpj_streams_at_load.of[i].device = file.st_dev;
        rpj_streams_at_load.of[i].inode = file.st_ino;
    }
}

// Whether descriptor 1 or 2 is open for what it was when the process, or at least this library, was loaded.
// Any thread.
static inline bool rpj_is_original_stream(int fd) {
    struct stat file;
    const int i = fd - STDOUT_FILENO;
    rpj_note_streams();
    if (rpj_noted_streams->of[i].inode == 0) return false;
    if (fstat(fd, &file) != 0) return errno != EBADF; // a sandbox does not let anybody ask
    return file.st_ino == rpj_noted_streams->of[i].inode && file.st_dev == rpj_noted_streams->of[i].device;
}

// Writes a line, its end included, in one piece, so that lines of several processes do not mix. What a terminal would
// obey in names and paths is made a question mark, in place. Any thread; does not fail.
static inline void rpj_say(char* line, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) {
        const unsigned char c = (unsigned char)line[i];
        if (c < ' ' || c == 0x7f) line[i] = '?';
        if (c == 0xc2 && (unsigned char)line[i + 1] < 0xa0) line[i] = line[i + 1] = '?';
    }
    if (!rpj_is_original_stream(STDERR_FILENO)) return;
    const ssize_t ignored = rpj_safe_write(STDERR_FILENO, line, size);
    (void)ignored;
}

#endif
