// The directory of a process, where C makes it: a forked child's, beside its parent's, and that of a process that is
// recorded without the engine. Readers treat them like those that the engine's tool makes.
//
// It is created as a whole, with its description and its segment: until it is complete it has a name that readers
// ignore.
#ifndef RPJ_FOLDER_H
#define RPJ_FOLDER_H

#include "rpj_segment.h"
#include "system/file.h"

// Creates the directory of a child. `file`: its parent's segment, mapped at `mapped`; from then on its own. Returns its
// segment of `bytes`, mapped; NULL on failure, without leftovers. One thread at a time; changes errno.
segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes);

// Creates the directory of this process below that of the run, which is made if it is missing. `variables`: as for
// rpj_describe. Otherwise like the function above.
segment_header_t* rpj_own_segment(rpj_file* file, const char* run, const char* variables, uint64_t bytes);

// Creates a file of records with `bytes`, of which all but the header are one chunk; `chunk_bytes`: of those that
// follow, if that is none. Returns its header, mapped with the rest; NULL on failure. Any thread.
segment_header_t* rpj_segment_file(const char* path, uint64_t bytes, uint64_t chunk_bytes);

#endif
