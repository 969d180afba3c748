// Files without the C library's functions, which are cancellation points, and whose names may belong to other files
// by now. Any thread; changes errno.
#ifndef RPJ_FILE_H
#define RPJ_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { RPJ_PATH_BYTES = 4096, RPJ_DIGITS = 21 };

// A file identified by its inode, because its name may belong to another file by now. `held`: a descriptor of it, if
// that still is one: the program may have closed it.
typedef struct {
    char path[RPJ_PATH_BYTES];
    dev_t device;
    ino_t inode;
    int held;
} rpj_file;

// Fills in the identity of the file at `path`. False without such a file.
bool rpj_file_identify(rpj_file* file, const char* path);

// Keeps it open from now on, if it can be: a program that later has another root, or other rights, cannot open it.
void rpj_file_hold(rpj_file* file);

// Opens it for reading and writing; -1 if the name belongs to another file, or on failure. `mapped`: an address
// where it is mapped, by which the kernel finds its new name.
int rpj_file_open(rpj_file* file, const void* mapped);

// --- the run's folder ----------------------------------------------------------------------------------------------

// Keeps a folder open from now on, whose files are then found in it wherever it is, also where the program's root is
// another one. Without effect on failure. Once.
void rpj_folder_hold(const char* path, size_t length);

// Returns the descriptor of that folder for a path below it, which becomes relative to it; else AT_FDCWD.
int rpj_folder_of(const char** path);

// --- files by name, in the run's folder or anywhere ----------------------------------------------------------------

// Opens a file for reading only, whatever its identity; -1 on failure.
int rpj_file_open_readable(const char* path);

// Creates a file, which only this user can write; -1 on failure, also if anything has its name.
int rpj_file_create(const char* path);

// Opens a file to append to it; -1 on failure.
int rpj_file_open_at_end(const char* path);

// Why a function of this file failed, from errno: a few words.
const char* rpj_file_error(int error);

void rpj_file_close(int descriptor);

// Writes zeros to allocate the blocks: a full disk is an error here, not a SIGBUS later. False if not all could be
// written, or if the file size limit is lower.
bool rpj_file_extend(int descriptor, uint64_t from, uint64_t bytes);

// Appends all of the bytes.
bool rpj_file_write(int descriptor, const char* bytes, uint64_t count);

// Maps a part of it, shared, never unmapped; NULL on failure.
void* rpj_file_map(int descriptor, uint64_t from, uint64_t bytes);

// Writes a number and returns a pointer to its end.
char* rpj_put_number(char* to, uint64_t number, unsigned base);

// Reads at most `capacity - 1` bytes from the start of a file, and appends a zero. Returns their number; 0
// on failure.
uint64_t rpj_file_read(const char* path, char* to, uint64_t capacity);

// --- mappings ------------------------------------------------------------------------------------------------------

// Also valid after the main thread has ended, when /proc/self/maps is empty.
#define RPJ_MAPS "/proc/thread-self/maps"

// Passes the mappings to `is_it`, one line each, until it returns true; false if it never does. `text`: buffer for
// the longest line.
bool rpj_find_mapping(bool (*is_it)(char* line, void* wanted), void* wanted, char* text, uint64_t capacity);

#endif
