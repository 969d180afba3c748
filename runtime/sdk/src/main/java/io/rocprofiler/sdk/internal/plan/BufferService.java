package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import java.util.BitSet;

/// One buffered tracing service of a context.
///
/// @param operations empty for all
public record BufferService(BufferTracingKind kind, BitSet operations, RecordBuffer buffer) {

    public boolean selects(int operation) {
        return operations.isEmpty() || operations.get(operation);
    }
}
