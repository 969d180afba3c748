package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;

/// An action of the kernel driver. Kinds named `KFD_EVENT_...` are single events at a point in time; the others
/// join a beginning and an end. None has a thread or a correlation id.
public sealed interface KfdRecord extends BufferRecord
        permits KfdPageMigrateRecord,
                KfdPageFaultRecord,
                KfdQueueRecord,
                KfdUnmapFromGpuRecord,
                KfdDroppedEventsRecord {
    @Override
    BufferTracingKind kind();

    /// A constant of the kind's own enum, such as `KfdEventPageFaultOperation` or `KfdPageFaultOperation`.
    @Override
    Operation operation();

    /// {@return the Linux process id}
    int processId();

    @Override
    default long threadId() {
        return 0;
    }

    @Override
    default long correlationId() {
        return 0;
    }

    @Override
    default long ancestorCorrelationId() {
        return 0;
    }

    @Override
    default long externalCorrelationId() {
        return 0;
    }

    @Override
    KfdRecord copy();
}
