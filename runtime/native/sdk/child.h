// The directory of a child made by fork, beside its parent's.
#ifndef RPJ_CHILD_H
#define RPJ_CHILD_H

#include "file.h"
#include "rpj_segment.h"

// Makes the directory of a child beside that of its parent, whose segment is `file`, mapped at `mapped`: its
// description and its segment of `bytes`, which is mapped and returned, and `file` from then on. NULL if that is not
// possible; nothing is left behind then. One thread at a time; errno changes.
segment_header_t* rpj_child_segment(rpj_file* file, const void* mapped, uint64_t bytes);

#endif
