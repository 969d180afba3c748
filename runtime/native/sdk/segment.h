// The trace segment of this process as the C half sees it (spec/segment.json). Not installed.
//
// While the engine is there, its tool makes the segment longer and C only takes stretches of what there is (kept.c). Where
// the engine has gone, or never was (a child made by fork), C does both: what a record needs then is no JVM, no allocation
// and no descriptor of its own.
#ifndef RPJ_SEGMENT_FILE_H
#define RPJ_SEGMENT_FILE_H

#include <sys/types.h>

#include "rpj.h"
#include "rpj_segment.h"

enum { RPJ_PATH_BYTES = 4096, RPJ_DIGITS = 21 };

// A file that is known by what it is, not by its name alone: the name may be somebody else's by now.
typedef struct {
    char path[RPJ_PATH_BYTES];
    dev_t device;
    ino_t inode;
} rpj_file;

// Which file the records in the buffer of that index go to. The first one counts: false for any other. Any thread.
bool rpj_segment_known_as(uint32_t index, segment_header_t* header, const char* path);

// Whether there is one: then what C records goes on without the engine. Any thread.
bool rpj_segment_known(void);

// Makes the segment longer and gives the buffer the new memory, which is zeros. False if that is not possible, or if the
// buffer's memory is not in the segment. Where the engine is not there (rpj_alone). Any thread that counts as inside.
bool rpj_segment_refill(uint32_t index, native_kept_t* kept);

// Counts what no stretch counts: an offset of segment_totals_t. Any thread.
void rpj_segment_total(native_kept_t* kept, uint64_t counter);

// Counts a call that would need Java, which is not there. The same threads as above.
void rpj_segment_late(void);

// Counts GPU work that has no record: `counter` is an offset of segment_work_t. The same threads.
void rpj_segment_work(uint64_t counter, uint64_t pieces);

// Adds to a counter of the header, which is there as long as the process. Any thread.
void rpj_segment_count(uint64_t counter, uint64_t more);

// In a child made by fork: the segment is its parent's and only counts the child. One thread.
void rpj_segment_forked(void);

// The checksum of what a segment's header has from its beginning on.
uint64_t rpj_segment_start_seal(const segment_header_t* header);

// The child ends as it should. Any thread.
void rpj_segment_closed(void);

// --- child.c -------------------------------------------------------------------------------------------------------

// Makes the directory of a child beside that of its parent, whose segment is `file`, mapped at `mapped`: its description and
// its segment of `bytes`, which is mapped and returned, and `file` from then on. NULL if that is not possible; nothing is
// left behind then. One thread at a time; errno changes.
segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes);

// --- file.c --------------------------------------------------------------------------------------------------------

// Files without the C library's functions, in which a thread may be cancelled, and which others may have replaced. Any
// thread; errno changes.

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

#endif
