// The directory of a forked child, beside its parent's.
#ifndef RPJ_CHILD_H
#define RPJ_CHILD_H

#include "rpj_segment.h"
#include "system/file.h"

// Creates the directory of a child beside its parent's, whose segment is `file`, mapped at `mapped`: with its
// description and its segment of `bytes`, which is mapped, returned, and from then on `file`. NULL on failure,
// without leftovers. One thread at a time; changes errno.
segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes);

#endif
