package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import java.util.BitSet;

/// One buffered tracing service of a context.
///
/// @param operations empty for all
public record BufferService(BufferTracingKind kind, BitSet operations, RecordBuffer buffer) {

    public boolean selects(int operation) {
        return operations.isEmpty() || operations.get(operation);
    }
}
