package io.rocprofiler.sdk;

/// The driver dropped events because they were not read in time.
///
/// Not for implementation: see the package.
public non-sealed interface KfdDroppedEventsRecord extends KfdRecord {
    /// {@return how many events the driver dropped}
    int droppedCount();

    @Override
    KfdDroppedEventsRecord copy();
}
