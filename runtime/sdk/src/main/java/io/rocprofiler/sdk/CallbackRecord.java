package io.rocprofiler.sdk;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operation;
import java.lang.foreign.MemorySegment;

/// What a [CallbackHandler] is shown: one type for each sort of event.
///
/// ```java
/// switch (record) {
///     case ApiCall call -> ...
///     case MemoryCopy copy -> ...
///     default -> {}
/// }
/// ```
///
/// It is a view of native memory, moved from event to event: valid only inside
/// [CallbackHandler#onCallback], and on its thread; afterwards it reads as zeros. Nothing is copied, and
/// nothing is allocated except where a method says so. To keep an event, [#copy] it.
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
                OmptEvent {
    /// {@return the kind of the event}
    CallbackTracingKind kind();

    /// {@return what happened, as a constant of the kind's enum} The first call loads that enum; [#operationValue]
    /// does not.
    Operation operation();

    /// {@return the operation's number within its kind} For an API: the place of the function in its table.
    default int operationValue() {
        return operation().value();
    }

    /// {@return the operation's name} For an API: the C function's name. Allocates the string.
    default String operationName() {
        return operation().operationName();
    }

    /// {@return `ENTER` before what is traced, `EXIT` after it, `NONE` for a point in time; `LOAD` and `UNLOAD` are
    /// other names of the first two}
    CallbackPhase phase();

    /// {@return the Linux thread id of the thread that caused the event}
    long threadId();

    /// {@return the number of this event, the same in its records, from 1 and without gaps over all traced calls; 0
    /// for kinds that have none}
    long internalCorrelationId();

    /// {@return the traced call or range on the same thread inside which this one happened, or 0}
    long ancestorCorrelationId();

    /// {@return the value a tool attached to this thread or event, or 0}
    long externalCorrelationId();

    /// {@return as [Context#handle]}
    long contextHandle();

    /// {@return the payload struct of the kind in AMD's layout, read-only, for what this interface does not show}
    /// Allocates the segment.
    ///
    /// @throws IllegalStateException on a copy, which has none
    MemorySegment payload();

    /// {@return the tool's own word for this event: 0 at the beginning, at the end what the same context's callback
    /// left at the beginning}
    long userData();

    /// Leaves a word for the end of this event.
    ///
    /// @param value which the end of the event has as its own `userData`
    /// @throws UnsupportedOperationException on a copy
    void userData(long value);

    /// {@return the same values, to keep: immutable, and equal to another copy of an event with equal values}
    CallbackRecord copy();
}
