package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.CopiedKfdDroppedEventsRecord;
import io.rocprofiler.sdk.internal.view.KfdEventDroppedEventsView;
import io.rocprofiler.sdk.testing.Doubles;

/// The driver dropped events because they were not read in time.
public sealed interface KfdDroppedEventsRecord extends KfdRecord
        permits KfdEventDroppedEventsView, CopiedKfdDroppedEventsRecord, Doubles.OfKfdDroppedEventsRecord {
    /// {@return how many events the driver dropped}
    int droppedCount();

    @Override
    KfdDroppedEventsRecord copy();
}
