// Files without the C library's functions, in which a thread may be cancelled, and which others may have replaced. Any
// thread; errno changes.
#ifndef RPJ_FILE_H
#define RPJ_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { RPJ_PATH_BYTES = 4096, RPJ_DIGITS = 21 };

// A file known by its inode, not by its name alone: the name may belong to another file by now.
typedef struct {
    char path[RPJ_PATH_BYTES];
    dev_t device;
    ino_t inode;
} rpj_file;

// Fills in what the file at `path` is. False if there is none.
bool rpj_file_identify(rpj_file* file, const char* path);

// Opens it for reading and writing; -1 if it is another one by now, or cannot be had. `mapped`: an address where it is
// mapped; the kernel then knows its name if that has changed.
int rpj_file_open(rpj_file* file, const void* mapped);

// For reading only, whatever it is by now; -1 if it cannot be had.
int rpj_file_open_readable(const char* path);

// A new file, or -1.
int rpj_file_create(const char* path);

void rpj_file_close(int descriptor);

// Writes zeros, really: a full disk is an error here, not a SIGBUS later. False if not all could be written, or if the
// limit for files is below.
bool rpj_file_extend(int descriptor, uint64_t from, uint64_t bytes);

// All of it, at the end.
bool rpj_file_write(int descriptor, const char* bytes, uint64_t count);

// Maps a piece of it, shared, for ever; NULL if that is not possible.
void* rpj_file_map(int descriptor, uint64_t from, uint64_t bytes);

// Writes a number and returns where it ends.
char* rpj_put_number(char* to, uint64_t number, unsigned base);

// At most `capacity - 1` bytes from the start of a file, and a zero. Returns how many; 0 if it cannot be read.
uint64_t rpj_file_read(const char* path, char* to, uint64_t capacity);

// --- what is mapped ------------------------------------------------------------------------------------------------

// Also there once the main thread has ended: /proc/self/maps is empty then.
#define RPJ_MAPS "/proc/thread-self/maps"

// Shows `is_it` the mappings, a line each, until it says yes; false if it never does. `text`: room for the
// longest line.
bool rpj_find_mapping(bool (*is_it)(char* line, void* wanted), void* wanted, char* text, uint64_t capacity);

#endif
