package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An event passed to a [CallbackHandler], with one subtype for each sort of event.
///
/// ```java
/// switch (record) {
///     case ApiCall call -> ...
///     case MemoryCopy copy -> ...
///     default -> {}
/// }
/// ```
///
/// A sort of event that is new in ROCm is an [OtherEvent] at first; it gets a type of its own only when the first
/// number of the version changes, so that a `switch` without `default` stays complete.
///
/// An event is a view of native memory that moves from event to event. It is valid only inside
/// [CallbackHandler#onCallback], and on that thread; afterwards it reads as zeros. Nothing is copied, and nothing
/// is allocated except where a method says so. To keep an event, [#copy] it.
public sealed interface CallbackRecord
        permits ApiCall,
                CodeObjectLoad,
                KernelSymbol,
                HostKernelSymbol,
                RuntimeInitialization,
                HipStreamEvent,
                MemoryAllocation,
                MemoryCopy,
                KernelDispatch,
                ScratchMemory,
                OmptEvent,
                OtherEvent {
    /// {@return the kind of the event; `NONE` for an [OtherEvent] whose kind has no constant in this release}
    CallbackTracingKind kind();

    /// {@return the kind's number}
    default int kindValue() {
        return kind().value();
    }

    /// {@return the operation, as a constant of the kind's enum; null for an [OtherEvent] without one} The first call
    /// loads that enum; [#operationValue] does not.
    @Nullable
    Operation operation();

    /// {@return the operation's number within its kind} For an API: the index of the function in its table.
    default int operationValue() {
        Operation operation = operation();
        return operation == null ? 0 : operation.value();
    }

    /// {@return the operation's name} For an API: the C function's name. Allocates the string.
    default String operationName() {
        Operation operation = operation();
        return operation == null ? "" : operation.operationName();
    }

    /// {@return `ENTER` before the traced operation, `EXIT` after it, `NONE` for a point in time} For code that
    /// comes and goes, [LoadPhase] says the same.
    CallbackPhase phase();

    /// {@return the Linux thread id of the thread that caused the event}
    long threadId();

    /// {@return the number of this event, equal to that in its records; from 1, without gaps over all traced calls;
    /// 0 for kinds without one}
    long correlationId();

    /// {@return the number of the enclosing traced call or range on the same thread, or 0}
    long ancestorCorrelationId();

    /// {@return the value that a tool attached to this thread or event, or 0}
    long externalCorrelationId();

    /// {@return the handle of the context, as [Context#handle]}
    long contextHandle();

    /// {@return the kind's payload struct in AMD's layout, read-only, for fields without an accessor here}
    /// Allocates the segment.
    ///
    /// @throws IllegalStateException on a copy, which has no payload
    MemorySegment payload();

    /// {@return a value of the tool's own for this event: 0 at the beginning, at the end the value that the same
    /// context's callback set at the beginning}
    long userData();

    /// Sets a value that the callback at the end of this event reads.
    ///
    /// @param value returned by [#userData()] at the end of the event
    /// @throws UnsupportedOperationException on a copy
    void userData(long value);

    /// {@return an immutable copy to keep, equal to any other copy of an event with equal values}
    CallbackRecord copy();
}
