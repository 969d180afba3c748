package io.rocprofiler.sdk.internal.marker;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.seam.Native;

/// Ranges of ROC-TX that are open when the engine ends: C follows them (`markers.c`).
public final class Ranges implements EventService {
    /// Retires the ids of ranges that are still open; they get no record.
    @Override
    public void finish() {
        long function = Native.linked(NativeLink.RETIRE_RANGES);
        if (function != 0) Native.invoke(function, 0, 0, 0, 0, 0, 0);
    }
}
