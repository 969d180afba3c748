package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import org.jspecify.annotations.Nullable;

/// A record taken out of its buffer: the common fields of [RecordView], kept.
///
/// @param kind the tracing kind, or null for a record of a tool's own
/// @param startNanos nanoseconds on `CLOCK_BOOTTIME`
/// @param endNanos nanoseconds on `CLOCK_BOOTTIME`
public record TraceRecord(
        @Nullable BufferTracingKind kind,
        int operation,
        String operationName,
        long startNanos,
        long endNanos,
        long threadId,
        long internalCorrelationId,
        long ancestorCorrelationId,
        long externalCorrelationId) {

    public long durationNanos() {
        return endNanos - startNanos;
    }
}
