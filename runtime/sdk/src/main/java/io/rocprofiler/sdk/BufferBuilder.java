package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferPolicy;

/// Describes one buffer, in one of two forms: with a [#handler], delivered and reused; or over [#chunks], kept.
///
/// A wrong value throws `IllegalArgumentException` with its name and value. Thread rule: as [Setup].
public interface BufferBuilder {
    /// Capacity in bytes of each of the buffer's two halves, rounded up to a page. Default 4 MiB.
    ///
    /// @param sizeBytes of one half
    /// @return this
    BufferBuilder size(long sizeBytes);

    /// Deliver as soon as a half holds this many bytes: 0 after every record, the default is three quarters of
    /// the size.
    ///
    /// @param watermarkBytes 0 to the size
    /// @return this
    BufferBuilder watermark(long watermarkBytes);

    /// {@return what a writer does when both halves are full: `LOSSLESS` (the default) waits for the handler,
    /// `DISCARD` drops and counts}
    ///
    /// @param policy what happens where there is no room
    BufferBuilder policy(BufferPolicy policy);

    /// Receives the records, in batches.
    ///
    /// @param handler called on the buffer's thread
    /// @return this
    BufferBuilder handler(BufferHandler handler);

    /// {@return the thread that runs the handler, instead of the one that all buffers of the tool share}
    ///
    /// @param thread from [Setup#callbackThread]
    BufferBuilder thread(CallbackThread thread);

    /// Takes memory chunk by chunk and never gives it back: no delivery, no waiting; when the source has no more,
    /// records are dropped and counted. Excludes all other settings of this builder.
    ///
    /// Records have the form of a trace segment: those with arguments (`_EXT` kinds) are as long as the function's
    /// arguments need, and marks and ranges (`MARKER_CORE_RANGE_API`) come with their messages and, when a range
    /// begins, a note that it is open.
    ///
    /// @param source asked for a chunk whenever one is full
    /// @return this
    BufferBuilder chunks(ChunkSource source);

    /// {@return the buffer, empty}
    ///
    /// @throws IllegalArgumentException if neither handler nor chunks are given, or both
    /// @throws OutOfMemoryError if there is no memory for it
    Buffer build();
}
