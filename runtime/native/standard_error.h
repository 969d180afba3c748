// Messages of our libraries go to standard error: only to the file that the process was started with.
//
// A program may close descriptors, or be started without them, and the next file that it opens gets the lowest free
// number, which may be 2, so that messages would go into the program's data. The identity of file 2 is stored when
// the library is loaded (by the library that the command preloads, at the start of the process), and compared
// before each line; a line without a valid destination is not written. Keeping a copy open would also be safe, but
// a reader of a pipe would then wait for us at its end.
#ifndef RPJ_STANDARD_ERROR_H
#define RPJ_STANDARD_ERROR_H

#include "safe_write.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

// The files of descriptors 1 and 2. An inode of 0: none. `noted` is set last: the library that is loaded first may be
// initialised after others.
struct rpj_streams {
    struct {
        dev_t device;
        ino_t inode;
    } of[2];
    bool noted;
};

// The symbol of the library that was loaded at the start of the process.
#define RPJ_STREAMS_NAME "rpj_standard_streams"

static struct rpj_streams rpj_streams_at_load;
static const struct rpj_streams* rpj_noted_streams;

// Once; called again by a constructor that prints earlier.
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
    rpj_streams_at_load.noted = true;
}

// Whether descriptor 1 or 2 is open for the same file as when the process, or at least this library, was loaded.
// Any thread.
static inline bool rpj_is_original_stream(int fd) {
    struct stat file;
    const int i = fd - STDOUT_FILENO;
    rpj_note_streams();
    const struct rpj_streams* noted = rpj_noted_streams->noted ? rpj_noted_streams : &rpj_streams_at_load;
    if (noted->of[i].inode == 0) return false;
    if (fstat(fd, &file) != 0) return errno != EBADF; // a sandbox may deny the call
    return file.st_ino == noted->of[i].inode && file.st_dev == noted->of[i].device;
}

// Writes a line, including its newline, in one piece, so that lines of several processes do not mix. Characters
// that a terminal interprets are replaced by question marks, in place. Any thread; does not fail.
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
