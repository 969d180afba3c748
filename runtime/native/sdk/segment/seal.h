// Checksums of the stretches of kept buffers (ChunkBuffer, spec/segment.json).
//
// A stretch is open while its thread writes it, full when the thread has moved to another one, and sealed once it
// has its checksum, by one store, so that a killed process leaves a stretch checked or unchecked, never wrong.
#ifndef RPJ_SEAL_H
#define RPJ_SEAL_H

#include "rpj_segment.h"

// CRC-32C of bytes that follow those whose CRC-32C is `before` (0: none). Any thread.
uint32_t rpj_crc32c(uint32_t before, const void* bytes, uint64_t length);

// The seal of the first part of a segment's header. Any thread.
uint64_t rpj_seal_of_start(const segment_header_t* header);

// Hands a stretch over for sealing: its thread will no longer write to it. Takes no lock. Any thread.
void rpj_stretch_full(segment_stretch_t* stretch);

// Seals the stretches handed over. Any thread.
uint64_t rpj_seal_handed_over(void);

// Seals the stretches handed over, and the data committed to the stretches that threads are using in the kept
// buffer with this index. They may continue to write: later data is unchecked until the next call. Returns the
// number of stretches sealed. One thread at a time; with the index RPJ_STRETCHES, which is of no buffer, any thread.
uint64_t rpj_seal(uint64_t index);

#endif
