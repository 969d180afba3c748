package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import java.util.Set;

/// Configures the services of one context.
///
/// {@snippet file="17-remote-control/java/RemoteControl.java" region="context"}
///
/// An invalid combination throws `IllegalArgumentException` with the argument's name and value, such as
/// `kind=CODE_OBJECT`, from the call that caused it. Thread rule: as for [Setup].
///
/// Not for implementation: see the package.
public interface ContextBuilder {
    /// Calls `handler` on entry and exit of every operation of `kind`.
    ///
    /// @param kind to trace
    /// @param handler called on the thread of the event
    /// @return this
    ContextBuilder callbacks(CallbackTracingKind kind, CallbackHandler handler);

    /// Calls `handler` on entry and exit of the selected operations of `kind`.
    ///
    /// @param kind to trace
    /// @param operations of this kind
    /// @param handler called on the thread of the event
    /// @return this
    /// @throws IllegalArgumentException if `kind` is already configured or is not available, or has no
    /// such operation
    ContextBuilder callbacks(CallbackTracingKind kind, OperationFilter operations, CallbackHandler handler);

    /// Writes one record per operation of `kind` into `buffer`. Several kinds may share a buffer.
    ///
    /// @param kind to trace
    /// @param buffer of the same tool
    /// @return this
    ContextBuilder buffered(BufferTracingKind kind, Buffer buffer);

    /// Writes one record per selected operation of `kind` into `buffer`.
    ///
    /// @param kind to trace
    /// @param operations of this kind
    /// @param buffer of the same tool
    /// @return this
    /// @throws IllegalArgumentException if `kind` is already configured or is not available, or has no
    /// such operation
    ContextBuilder buffered(BufferTracingKind kind, OperationFilter operations, Buffer buffer);

    /// Calls `request` for the external correlation id of every event.
    ///
    /// @param request called on the thread of the event
    /// @return this
    ContextBuilder externalCorrelationIds(ExternalCorrelationRequest request);

    /// Calls `request` for the external correlation ids of events of these kinds; all others have their thread's.
    ///
    /// @param kinds of events that `request` is called for
    /// @param request called on the thread of the event
    /// @return this
    /// @throws IllegalArgumentException if `kinds` is empty, or if the context already has a request
    ContextBuilder externalCorrelationIds(
            Set<ExternalCorrelationIdRequestKind> kinds, ExternalCorrelationRequest request);

    /// Gives kernels the external correlation id that the thread which submits them has for its kernels at that
    /// moment ([Context#kernelCorrelationId(long)]), 0 without one. The tool is not called, also not by a request
    /// for kernels: where only records of kernels are asked for, they need no Java at all.
    ///
    /// @return this
    ContextBuilder kernelCorrelationIds();

    /// Adds the HIP stream to records: sets the number of the stream that the thread's call works on, from bit
    /// `lowestBit` up, in the external correlation ids of HIP runtime calls, in those of [#kernelCorrelationIds],
    /// and in the ids that an [ExternalCorrelationRequest] returns for GPU work. The number is 0 for the null
    /// stream, and for a stream whose number does not fit below the sign bit.
    ///
    /// @param lowestBit 1 to 62
    /// @return this
    /// @throws IllegalArgumentException if `lowestBit` is not in 1 .. 62
    ContextBuilder hipStreams(int lowestBit);

    /// Calls `observer` at the beginning and the end of every call of `kind`.
    ///
    /// @param <T> what the tool keeps about a call
    /// @param kind an API
    /// @param observer called on the thread of the call
    /// @return this
    /// @throws IllegalArgumentException as [#calls(CallbackTracingKind, OperationFilter, CallObserver)]
    <T> ContextBuilder calls(CallbackTracingKind kind, CallObserver<T> observer);

    /// Calls `observer` at the beginning and the end of the selected calls of `kind`.
    ///
    /// @param <T> what the tool keeps about a call
    /// @param kind an API
    /// @param operations of this kind
    /// @param observer called on the thread of the call
    /// @return this
    /// @throws IllegalArgumentException if `kind` has no calls, is already configured or is not available, or
    /// has no such operation
    <T> ContextBuilder calls(CallbackTracingKind kind, OperationFilter operations, CallObserver<T> observer);

    /// {@return the new context, stopped}
    Context build();

    /// {@return the new context, which starts with the other tools' when all are configured}
    Context start();
}
