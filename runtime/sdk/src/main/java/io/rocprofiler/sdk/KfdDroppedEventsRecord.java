package io.rocprofiler.sdk;

/// The driver dropped events because nobody read them in time.
public non-sealed interface KfdDroppedEventsRecord extends KfdRecord {
    int droppedCount();

    @Override
    KfdDroppedEventsRecord copy();
}
