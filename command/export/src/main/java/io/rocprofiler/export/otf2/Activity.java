package io.rocprofiler.export.otf2;

/// What happens in a location. Each thread has locations of its own for each, as AMD's archives do.
enum Activity {
    /// Calls, and ranges that a thread pushes and pops.
    CALLS,
    /// Ranges that are started and stopped, maybe by another thread: they need not nest with anything.
    RANGES,
    COPIES,
    ALLOCATIONS,
    SCRATCH,
    KERNELS
}
