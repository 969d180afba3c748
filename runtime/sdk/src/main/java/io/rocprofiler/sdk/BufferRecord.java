package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A record in a buffer, with one subtype for each sort of record.
///
/// ```java
/// switch (record) {
///     case ApiRecord call -> ...
///     case KernelDispatchRecord kernel -> ...
///     default -> {}
/// }
/// ```
///
/// A sort of record that is new in ROCm is an [OtherRecord] at first; it gets a type of its own only when the first
/// number of the version changes, so that a `switch` without `default` stays complete.
///
/// A record is a view of native memory that moves from record to record. It is valid until the batch shows another
/// record of the same sort or [BufferHandler#onRecords] returns; afterwards it reads as zeros. Nothing is copied,
/// and nothing is allocated except where a method says so. To keep a record, [#copy] it.
///
/// A field that the record's kind does not have reads as 0.
public sealed interface BufferRecord
        permits ApiRecord,
                MemoryAllocationRecord,
                MemoryCopyRecord,
                KernelDispatchRecord,
                ScratchMemoryRecord,
                RetirementRecord,
                RuntimeInitializationRecord,
                OmptRecord,
                KfdRecord,
                OtherRecord {
    /// {@return the tracing kind, or null for an [OtherRecord]}
    @Nullable
    BufferTracingKind kind();

    /// {@return the kind's number}
    default int kindValue() {
        BufferTracingKind kind = kind();
        return kind == null ? 0 : kind.value();
    }

    /// {@return the operation, as a constant of the kind's enum; null for an [OtherRecord] and for a kind without
    /// operations} The first call loads that enum; [#operationValue] does not.
    @Nullable
    Operation operation();

    /// {@return the operation's number within its kind}
    default int operationValue() {
        Operation operation = operation();
        return operation == null ? 0 : operation.value();
    }

    /// {@return the operation's name, or the empty string if the kind or operation has none} Allocates the string.
    default String operationName() {
        Operation operation = operation();
        return operation == null ? "" : operation.operationName();
    }

    /// {@return the start, in nanoseconds on `CLOCK_BOOTTIME`} For a point in time, the same as [#endNanos].
    long startNanos();

    /// {@return the end, in nanoseconds on `CLOCK_BOOTTIME`}
    long endNanos();

    /// {@return the duration in nanoseconds}
    default long durationNanos() {
        return endNanos() - startNanos();
    }

    /// {@return the Linux thread id of the thread that caused the recorded event}
    long threadId();

    /// {@return the number of the traced call, equal to that in its callbacks; for work started by a call, that
    /// call's number}
    long correlationId();

    /// {@return the number of the enclosing traced call or range on the same thread, or 0}
    long ancestorCorrelationId();

    /// {@return the value that a tool attached, or 0}
    long externalCorrelationId();

    /// {@return all bytes of the record, read-only, valid as long as the batch} Allocates the segment.
    ///
    /// @throws IllegalStateException on a copy of any record except an [OtherRecord]
    MemorySegment segment();

    /// {@return an immutable copy to keep, equal to any other copy of a record with equal values}
    BufferRecord copy();
}
