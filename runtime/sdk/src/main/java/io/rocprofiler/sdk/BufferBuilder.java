package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferPolicy;
import java.time.Duration;

/// Configures one buffer in one of two forms: with a [#handler], delivered and reused; or over [#chunks], kept.
///
/// {@snippet file="16-top-kernels/java/TopKernels.java" region="buffer"}
///
/// An invalid value throws `IllegalArgumentException` with its name and value. Thread rule: as for [Setup].
///
/// Not for implementation: see the package.
public interface BufferBuilder {
    /// Sets the capacity in bytes of each of the buffer's two halves, rounded up to a page. The default is 4 MiB.
    ///
    /// @param sizeBytes capacity of one half
    /// @return this
    BufferBuilder size(long sizeBytes);

    /// Sets the fill level at which a half is delivered. With 0, every record is delivered at once; the default is
    /// three quarters of the size.
    ///
    /// @param watermarkBytes bytes in a half, from 0 to the size
    /// @return this
    BufferBuilder watermark(long watermarkBytes);

    /// Delivers the records also at regular intervals, so that a monitor sees those of a program with few calls. By
    /// default, nothing is delivered before the watermark is reached.
    ///
    /// @param interval between two deliveries, at least a millisecond; a buffer without records is not delivered
    /// @return this
    BufferBuilder flushEvery(Duration interval);

    /// Sets what a writer does when both halves are full: `LOSSLESS` (the default) waits for the handler, `DISCARD`
    /// drops the record and counts it.
    ///
    /// @param policy for records that do not fit
    /// @return this
    BufferBuilder policy(BufferPolicy policy);

    /// Sets the handler that receives the records, in batches.
    ///
    /// @param handler called on the buffer's callback thread
    /// @return this
    BufferBuilder handler(BufferHandler handler);

    /// Sets the thread that runs the handler, instead of the one that all buffers of the tool share.
    ///
    /// @param thread from [Setup#callbackThread]
    /// @return this
    BufferBuilder thread(CallbackThread thread);

    /// Records into memory that is taken chunk by chunk and never returned: no delivery, no waiting. When the
    /// source has no more chunks, records are dropped and counted. Excludes all other settings of this builder.
    ///
    /// Records have the form of a trace segment: those with arguments (`_EXT` kinds) are as long as the function's
    /// arguments need. Marks and ranges (`MARKER_CORE_RANGE_API`) include their messages, and the beginning of a
    /// range is recorded, too, as open.
    ///
    /// @param source asked for the next chunk whenever one is full
    /// @return this
    BufferBuilder chunks(ChunkSource source);

    /// {@return the new, empty buffer}
    ///
    /// @throws IllegalArgumentException unless exactly one of handler and chunks is given
    /// @throws OutOfMemoryError if its memory cannot be allocated
    Buffer build();
}
