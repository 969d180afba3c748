package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.RetirementRecord;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// [RetirementRecord], kept.
record KeptRetirementRecord(BufferTracingKind kind, long startNanos, long internalCorrelationId)
        implements RetirementRecord {

    KeptRetirementRecord(RetirementRecord of) {
        this(of.kind(), of.startNanos(), of.internalCorrelationId());
    }

    @Override
    public @Nullable Operation operation() {
        return null;
    }

    @Override
    public long endNanos() {
        return startNanos;
    }

    @Override
    public long threadId() {
        return 0;
    }

    @Override
    public long ancestorCorrelationId() {
        return 0;
    }

    @Override
    public long externalCorrelationId() {
        return 0;
    }

    @Override
    public MemorySegment segment() {
        throw Kept.noMemory();
    }

    @Override
    public RetirementRecord copy() {
        return this;
    }
}
