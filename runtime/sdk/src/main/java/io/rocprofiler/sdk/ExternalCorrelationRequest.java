package io.rocprofiler.sdk;

import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;

/// Supplies the external correlation id of each event of a context, with precedence over the thread's own stack.
///
/// {@snippet file="04-external-correlation/java/ByRequest.java" region="requests"}
///
/// Thread rule: called on the thread of the event, before its entry callbacks, by many threads concurrently; must
/// return quickly. An exception is reported once; the engine does not call the request again, and the ids are 0.
@FunctionalInterface
public interface ExternalCorrelationRequest {
    /// Returned to use the top of the thread's own stack (see [Context#pushExternalCorrelationId(long)]).
    long FROM_STACK = Long.MIN_VALUE;

    /// Returns the id for one event.
    ///
    /// @param kind of the event
    /// @param operation of the event
    /// @param correlationId of the event
    /// @return the id, or [#FROM_STACK]
    long externalCorrelationId(ExternalCorrelationIdRequestKind kind, Operation operation, long correlationId);

    /// Told when the runtime has refused work for which an id was requested: there will be no record of it.
    ///
    /// @param kind of the event
    /// @param operation of the event
    default void refused(ExternalCorrelationIdRequestKind kind, Operation operation) {}
}
