package io.rocprofiler.export.otf2;

/// The type of events in a location. Each thread has a separate location for each type, as in AMD's archives.
enum Activity {
    /// Calls, and ranges pushed and popped by a thread.
    CALLS,
    /// Ranges that are started and stopped, possibly by different threads: they need not nest.
    RANGES,
    COPIES,
    ALLOCATIONS,
    SCRATCH,
    KERNELS
}
