package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.AsyncCorrelationId;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.seam.Memory;

/// Writes the correlation ids of records.
public final class RecordIds {
    private RecordIds() {}

    /// Writes the three correlation ids of an event's record for one entry.
    public static void correlation(long address, Event event, int entry) {
        correlation(address, event.frame, entry);
    }

    /// Writes the three correlation ids for the call or event of a frame.
    public static void correlation(long address, long frame, int entry) {
        Memory.putLong(address + CorrelationId.INTERNAL, Memory.getLong(frame + NativeFrame.INTERNAL_ID));
        Memory.putLong(address + CorrelationId.EXTERNAL, ExternalIds.of(frame, entry));
        Memory.putLong(address + CorrelationId.ANCESTOR, Memory.getLong(frame + NativeFrame.ANCESTOR_ID));
    }

    /// Writes the two correlation ids of a record of asynchronous work.
    public static void asyncCorrelation(long address, Event event, int entry) {
        Memory.putLong(address + AsyncCorrelationId.INTERNAL, event.internalId());
        Memory.putLong(address + AsyncCorrelationId.EXTERNAL, event.externalId(entry));
    }
}
