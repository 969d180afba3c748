package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.AsyncCorrelationId;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// A handwritten C struct, in native memory that lives as long as the test run.
final class Struct {
    private static final Arena MEMORY = Arena.global();

    final long address;

    private Struct(int sizeBytes) {
        address = MEMORY.allocate(sizeBytes, 8).address();
    }

    static Struct of(int sizeBytes) {
        return new Struct(sizeBytes);
    }

    /// Creates a struct that begins with its size, as payloads and records do.
    static Struct sized(int sizeBytes) {
        return new Struct(sizeBytes).word(0, sizeBytes);
    }

    Struct word(int offset, long value) {
        Memory.putLong(address + offset, value);
        return this;
    }

    Struct half(int offset, int value) {
        Memory.putInt(address + offset, value);
        return this;
    }

    Struct floating(int offset, float value) {
        return half(offset, Float.floatToRawIntBits(value));
    }

    Struct text(int offset, String value) {
        return word(offset, MEMORY.allocateFrom(value).address());
    }

    Struct dimensions(int offset, int x, int y, int z) {
        return half(offset, x).half(offset + 4, y).half(offset + 8, z);
    }

    /// Writes a `rocprofiler_correlation_id_t`: internal 7, external 8, ancestor 6.
    Struct correlation(int offset) {
        return word(offset + CorrelationId.INTERNAL, 7)
                .word(offset + CorrelationId.EXTERNAL, 8)
                .word(offset + CorrelationId.ANCESTOR, 6);
    }

    /// Writes a `rocprofiler_async_correlation_id_t`: internal 7, external 8.
    Struct asyncCorrelation(int offset) {
        return word(offset + AsyncCorrelationId.INTERNAL, 7).word(offset + AsyncCorrelationId.EXTERNAL, 8);
    }

    /// Creates a `rocprofiler_callback_tracing_record_t` of thread 44 and context 300 with this payload.
    Struct callback(CallbackTracingKind kind, int operation, CallbackPhase phase) {
        return of(CallbackTracingRecord.SIZEOF)
                .word(CallbackTracingRecord.CONTEXT_ID, 300)
                .word(CallbackTracingRecord.THREAD_ID, 44)
                .correlation(CallbackTracingRecord.CORRELATION_ID)
                .half(CallbackTracingRecord.KIND, kind.value())
                .half(CallbackTracingRecord.OPERATION, operation)
                .half(CallbackTracingRecord.PHASE, phase.value())
                .word(CallbackTracingRecord.PAYLOAD, address);
    }
}
