// Checksums of the stretches of kept buffers (ChunkBuffer, spec/segment.json).
//
// A stretch is open while its thread writes it, full when the thread has gone on to another one, and sealed once its
// checksum is there: one store, so that a process that is killed leaves a stretch checked or unchecked, never wrong.
#ifndef RPJ_SEAL_H
#define RPJ_SEAL_H

#include "rpj_segment.h"

// CRC-32C of bytes that follow those whose CRC-32C is `before` (0: there are none). Any thread.
uint32_t rpj_crc32c(uint32_t before, const void* bytes, uint64_t length);

// The seal of what a segment's header has from its beginning on. Any thread.
uint64_t rpj_seal_of_start(const segment_header_t* header);

// Hands a stretch over for sealing: its thread will not write it any more. Takes no lock. Any thread.
void rpj_stretch_full(segment_stretch_t* stretch);

// Seals what has been handed over. Any thread.
uint64_t rpj_seal_handed_over(void);

// Seals what has been handed over, and all that has been committed to the stretches that threads still have of the kept
// buffer with this index. They may go on writing: what comes later is unchecked until this is called again. Returns how
// many stretches were sealed. One thread at a time.
uint64_t rpj_seal(uint64_t index);

#endif
