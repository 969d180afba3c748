package io.rocprofiler.export.html;

/// What a counter of an agent counts, in the order of its rows.
enum CounterKind {
    KERNELS_IN_FLIGHT,
    /// Bytes: what was allocated and not released since the first record.
    MEMORY_IN_USE,
    /// Bytes per second, the sum of the rates of the copies in flight, as in the following.
    HOST_TO_DEVICE,
    DEVICE_TO_HOST,
    DEVICE_TO_DEVICE
}
