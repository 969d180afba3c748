package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKfdEventDroppedEventsRecord;
import io.rocprofiler.sdk.KfdDroppedEventsRecord;
import io.rocprofiler.sdk.engine.Memory;

/// [KfdDroppedEventsRecord], seen in place.
final class KfdDroppedEventsRecordView extends KfdView implements KfdDroppedEventsRecord {
    KfdDroppedEventsRecordView() {
        super(
                BufferTracingKfdEventDroppedEventsRecord.TIMESTAMP,
                BufferTracingKfdEventDroppedEventsRecord.TIMESTAMP,
                BufferTracingKfdEventDroppedEventsRecord.PID);
    }

    @Override
    public int droppedCount() {
        return Memory.getInt(address + BufferTracingKfdEventDroppedEventsRecord.COUNT);
    }

    @Override
    public KfdDroppedEventsRecord copy() {
        return new KeptKfdDroppedEventsRecord(this);
    }
}
