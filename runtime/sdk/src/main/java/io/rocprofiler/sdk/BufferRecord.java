package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A record in a buffer: one type for each sort.
///
/// ```java
/// switch (record) {
///     case ApiRecord call -> ...
///     case KernelDispatchRecord kernel -> ...
///     default -> {}
/// }
/// ```
///
/// It is a view of native memory, moved from record to record: valid until the batch shows another record
/// of the same sort or [BufferHandler#onRecords] returns; afterwards it reads as zeros. Nothing is copied,
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

    /// {@return what happened, as a constant of the kind's enum; null for an [OtherRecord] and for a kind without
    /// operations} The first call loads that enum; [#operationValue] does not.
    @Nullable
    Operation operation();

    /// {@return the operation's number within its kind}
    default int operationValue() {
        Operation operation = operation();
        return operation == null ? 0 : operation.value();
    }

    /// {@return the operation's name, or the empty text if the kind or operation has none} Allocates the string.
    default String operationName() {
        Operation operation = operation();
        return operation == null ? "" : operation.operationName();
    }

    /// {@return nanoseconds on `CLOCK_BOOTTIME`} For a point in time, the same as [#endNanos].
    long startNanos();

    /// {@return nanoseconds on `CLOCK_BOOTTIME`}
    long endNanos();

    /// {@return how long it took, in nanoseconds}
    default long durationNanos() {
        return endNanos() - startNanos();
    }

    /// {@return the Linux thread id of the thread that caused what is recorded}
    long threadId();

    /// {@return the number of the traced call, the same in its callbacks; of work that a call started, the call's}
    long internalCorrelationId();

    /// {@return the traced call or range on the same thread inside which this one happened, or 0}
    long ancestorCorrelationId();

    /// {@return the value a tool attached, or 0}
    long externalCorrelationId();

    /// {@return all bytes of the record, read-only, valid as long as the batch} Allocates the segment.
    ///
    /// @throws IllegalStateException on a copy of any record but an [OtherRecord]
    MemorySegment segment();

    /// {@return the same values, to keep: immutable, and equal to another copy of a record with equal values}
    BufferRecord copy();
}
