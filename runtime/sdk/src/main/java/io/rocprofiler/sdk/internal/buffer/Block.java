package io.rocprofiler.sdk.internal.buffer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Zeroed native memory of a buffer. The buffer frees it once no writer can hold an address in it; otherwise
/// it stays.
///
/// @param arena shared; closed by [#free]
record Block(long address, long size, Arena arena) {
    private static final int PAGE = 4096;

    /// @throws OutOfMemoryError if the memory cannot be allocated
    static Block allocate(long size) {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(size, PAGE);
        return new Block(segment.address(), size, arena);
    }

    void free() {
        arena.close();
    }
}
