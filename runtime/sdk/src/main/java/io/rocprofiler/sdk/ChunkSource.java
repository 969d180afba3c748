package io.rocprofiler.sdk;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Supplies a buffer with memory, one chunk at a time: parts of a mapped file, for example.
@FunctionalInterface
public interface ChunkSource {
    /// Returns more memory: zeroed, native, writable, page-aligned, valid for the rest of the process.
    ///
    /// Thread rule: called on a program's thread that needs room, by one thread at a time; must return quickly. An
    /// exception counts as null.
    ///
    /// @return the chunk, or null if no memory is available at the moment
    @Nullable
    MemorySegment next();

    /// {@return where the buffer counts totals over all its threads (`segment_totals_t` of `spec/segment.json`): 64
    /// bytes, zeroed, native, valid for the rest of the process; or null if they have no reader}
    default @Nullable MemorySegment totals() {
        return null;
    }

    /// {@return the trace segment that the chunks belong to, or null; with one, recording continues until the
    /// process exits} Called once, when the buffer is built. A process has one such file; for a second buffer the
    /// result counts as null.
    default @Nullable ChunkFile file() {
        return null;
    }
}
