package io.rocprofiler.sdk;

import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;

/// Is asked for the external correlation id of each event of a context, before the thread's own stack is looked at.
///
/// Thread rule: called on the thread that makes the event, before its entry callbacks, by many threads at once. Be
/// quick. What it throws is reported once; the handler is not asked again and the ids are 0.
@FunctionalInterface
public interface ExternalCorrelationRequest {
    /// An answer: take what lies on top of the thread's own stack (see [Context#pushExternalCorrelationId(long)]).
    long FROM_STACK = Long.MIN_VALUE;

    /// The id for one event.
    ///
    /// @param kind of the event
    /// @param operation of the event
    /// @param internalCorrelationId of the event
    /// @return the id, or [#FROM_STACK]
    long externalCorrelationId(ExternalCorrelationIdRequestKind kind, Operation operation, long internalCorrelationId);
}
