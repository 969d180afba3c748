package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Gives a buffer its memory, a chunk at a time: the parts of a mapped file, for example.
@FunctionalInterface
public interface ChunkSource {
    /// More memory: zeroed, native, writable, page-aligned, valid for the rest of the process; or null if there
    /// is none, for now.
    ///
    /// Thread rule: called on a program's thread that needs room, by one thread at a time. Be quick. What it
    /// throws counts as null.
    ///
    /// @return the chunk, or null
    @Nullable
    MemorySegment next();

    /// {@return where the buffer counts what concerns all its threads (`segment_totals_t` of `spec/segment.json`):
    /// 64 bytes, zeroed, native, valid for the rest of the process; or null, if nobody reads it}
    default @Nullable MemorySegment totals() {
        return null;
    }

    /// {@return the trace segment that the chunks are parts of, if they are: records are then written to the very
    /// end} Asked once, when the buffer is built; a process has one such file, and a second is taken for none.
    default @Nullable ChunkFile file() {
        return null;
    }
}
