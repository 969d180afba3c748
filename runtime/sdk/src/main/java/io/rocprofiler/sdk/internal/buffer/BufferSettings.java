package io.rocprofiler.sdk.internal.buffer;

/// What a delivered buffer is made with.
///
/// @param capacity bytes of a half, a multiple of the page size
/// @param watermark bytes in a half that ask for delivery; above the capacity: never
/// @param lossless whether a writer waits when all is full, instead of dropping
/// @param patienceNanos how long a delivery waits for a record that was claimed and is not committed
public record BufferSettings(
        long handle,
        long capacity,
        long watermark,
        boolean lossless,
        BufferListener listener,
        CallbackThread thread,
        long patienceNanos) {}
