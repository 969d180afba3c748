package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import java.util.Set;

/// Collects the services of one context.
///
/// A wrong combination throws `IllegalArgumentException` that names the argument and its value, such as
/// `kind=CODE_OBJECT`, at the call that caused it. Thread rule: as [Setup].
public interface ContextBuilder {
    /// Calls `handler` on entry and exit of every operation of `kind`.
    ///
    /// @param kind what to trace
    /// @param handler called on the thread of the event
    /// @return this
    ContextBuilder callbacks(CallbackTracingKind kind, CallbackHandler handler);

    /// Calls `handler` on entry and exit of the selected operations of `kind`.
    ///
    /// @param kind what to trace
    /// @param operations of this kind
    /// @param handler called on the thread of the event
    /// @return this
    /// @throws IllegalArgumentException if `kind` is configured already, is not available, or has no such operation
    ContextBuilder callbacks(CallbackTracingKind kind, OperationFilter operations, CallbackHandler handler);

    /// Writes one record per operation of `kind` into `buffer`. Several kinds may share a buffer.
    ///
    /// @param kind what to trace
    /// @param buffer of the same tool
    /// @return this
    ContextBuilder buffered(BufferTracingKind kind, Buffer buffer);

    /// Writes one record per selected operation of `kind` into `buffer`.
    ///
    /// @param kind what to trace
    /// @param operations of this kind
    /// @param buffer of the same tool
    /// @return this
    /// @throws IllegalArgumentException if `kind` is configured already, is not available, or has no such operation
    ContextBuilder buffered(BufferTracingKind kind, OperationFilter operations, Buffer buffer);

    /// Asks `request` for the external correlation id of every event.
    ///
    /// @param request called on the thread of the event
    /// @return this
    ContextBuilder externalCorrelationIds(ExternalCorrelationRequest request);

    /// Asks `request` for the external correlation ids of events of these kinds; all others have their thread's.
    ///
    /// @param kinds which events it is asked about
    /// @param request called on the thread of the event
    /// @return this
    /// @throws IllegalArgumentException if there are no kinds, or if the context has a request already
    ContextBuilder externalCorrelationIds(
            Set<ExternalCorrelationIdRequestKind> kinds, ExternalCorrelationRequest request);

    /// Has records say which HIP stream they belong to: the number of the stream that the thread's call works on is set
    /// from bit `lowestBit` on in the external correlation ids of calls of the HIP runtime, and in what an
    /// [ExternalCorrelationRequest] answers for GPU work. It is 0 for the null stream, and for one whose number has
    /// no room below the sign.
    ///
    /// @param lowestBit 1 to 63
    /// @return this
    /// @throws IllegalArgumentException if `lowestBit` is not in 1 .. 62
    ContextBuilder hipStreams(int lowestBit);

    /// {@return the context, stopped}
    Context build();
}
