package io.rocprofiler.sdk.internal.buffer;

/// Receives the records of a buffer.
///
/// Thread rule: called on the buffer's callback thread, one delivery at a time, with no lock held. It may make traced
/// calls, start and stop contexts and flush other buffers.
@FunctionalInterface
public interface BufferListener {
    /// Delivers records, in the order of insertion.
    ///
    /// @param headers address of an array of `count` pointers to `rocprofiler_record_header_t`; array, headers and
    /// records are valid until this method returns
    /// @param count at least 1
    /// @param dropCount records dropped since the buffer was built
    void deliver(long headers, long count, long dropCount);

    /// Whether the receiver may also append records of its own, which have any size. Asked when the buffer is built.
    default boolean appends() {
        return false;
    }
}
