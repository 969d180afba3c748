package io.rocprofiler.sdk.internal.buffer;

/// The settings of a delivered buffer.
///
/// @param capacity bytes of a half, a multiple of the page size
/// @param watermark bytes in a half that trigger a delivery; above the capacity: never
/// @param lossless whether a writer waits if all halves are full, instead of dropping
/// @param patienceNanos how long a delivery waits for a record that is claimed and not committed
public record BufferSettings(
        long handle,
        long capacity,
        long watermark,
        boolean lossless,
        BufferListener listener,
        DeliveryThread thread,
        long patienceNanos) {}
