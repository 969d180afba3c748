package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import java.util.BitSet;

/// One buffered tracing service of a context.
///
/// @param operations empty for all
public record BufferService(BufferTracingKind kind, BitSet operations, RecordPlace place) {

    public boolean selects(int operation) {
        return operations.isEmpty() || operations.get(operation);
    }
}
