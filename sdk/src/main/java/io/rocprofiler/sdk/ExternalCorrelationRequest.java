package io.rocprofiler.sdk;

import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;

/// Is asked for the external correlation id of each event of a context, instead of the thread's own stack.
///
/// Thread rule: called on the thread that makes the event, before its entry callbacks, by many threads at once. Be
/// quick. What it throws is reported once; the handler is not asked again and the ids are 0.
@FunctionalInterface
public interface ExternalCorrelationRequest {
    /// The id for one event.
    ///
    /// @param operation the operation's number within its kind
    /// @param internalCorrelationId of the event
    long externalCorrelationId(ExternalCorrelationIdRequestKind kind, int operation, long internalCorrelationId);
}
