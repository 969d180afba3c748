package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.MarkerCoreApiId;

/// The core functions of ROC-TX that are one call in `MARKER_CORE_API` and in `MARKER_CORE_RANGE_API`. If contexts
/// trace both, the operation of the second kind has its own id and encloses that of the first.
///
/// AMD's library wraps the functions twice. A mark in a kept buffer stays one record of the call itself, which its
/// message precedes.
public final class NestedMarks {
    private NestedMarks() {}

    /// Whether a function is a single call in both kinds.
    static boolean isCall(int coreOperation) {
        return coreOperation == MarkerCoreApiId.roctxMarkA || coreOperation == MarkerCoreApiId.roctxGetThreadId;
    }

    /// Whether contexts trace a function in both kinds.
    public static boolean areAsked(Iterable<TracingContext> contexts, int coreOperation) {
        if (!isCall(coreOperation)) return false;
        boolean core = false;
        boolean range = false;
        int ofRange = Operations.rangeOfCore(coreOperation);
        for (TracingContext context : contexts) {
            for (CallbackService service : context.callbacks()) {
                core |= service.kind() == CallbackTracingKind.MARKER_CORE_API && service.selects(coreOperation);
                range |= service.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API && service.selects(ofRange);
            }
            for (BufferService service : context.buffers()) {
                core |= service.kind() == BufferTracingKind.MARKER_CORE_API && service.selects(coreOperation);
                if (service.kind() != BufferTracingKind.MARKER_CORE_RANGE_API || !service.selects(ofRange)) continue;
                if (service.place().isKept()) return false;
                range = true;
            }
        }
        return core && range;
    }
}
