package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.internal.plan.ExternalRequests;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.view.CallbackViews;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Translates the statuses of service configuration into exceptions that name the argument.
final class ToolContextBuilder implements ContextBuilder {
    private final ToolSetup setup;
    private final ToolContext context;

    ToolContextBuilder(ToolSetup setup, ToolContext context) {
        this.setup = setup;
        this.context = context;
    }

    @Override
    public ContextBuilder callbacks(CallbackTracingKind kind, CallbackHandler handler) {
        return callbacks(kind, OperationFilter.all(), handler);
    }

    @Override
    public ContextBuilder callbacks(CallbackTracingKind kind, OperationFilter operations, CallbackHandler handler) {
        setup.requireOpen();
        Objects.requireNonNull(handler, "handler");
        int[] selected = ids(operations, kind);
        require(context.addCallbacks(kind, selected, 0, 0, setup.callback(handler)), kind);
        return this;
    }

    @Override
    public ContextBuilder buffered(BufferTracingKind kind, Buffer buffer) {
        return buffered(kind, OperationFilter.all(), buffer);
    }

    @Override
    public ContextBuilder buffered(BufferTracingKind kind, OperationFilter operations, Buffer buffer) {
        setup.requireOpen();
        if (!(buffer instanceof ToolBuffer known)) throw new IllegalArgumentException("buffer=" + buffer);
        if (kind == BufferTracingKind.HIP_STREAM) throw unavailable(kind); // nothing would be recorded
        int[] selected = ids(operations, kind);
        require(context.addBuffered(kind, selected, known.records()), kind);
        return this;
    }

    @Override
    public ContextBuilder externalCorrelationIds(ExternalCorrelationRequest request) {
        return externalCorrelationIds(EnumSet.complementOf(EnumSet.of(ExternalCorrelationIdRequestKind.NONE)), request);
    }

    @Override
    public ContextBuilder externalCorrelationIds(
            Set<ExternalCorrelationIdRequestKind> kinds, ExternalCorrelationRequest request) {
        setup.requireOpen();
        Objects.requireNonNull(request, "request");
        if (kinds.isEmpty()) throw new IllegalArgumentException("kinds=[]: give at least one");
        BitSet asked = new BitSet();
        for (ExternalCorrelationIdRequestKind kind : kinds) {
            if (kind == ExternalCorrelationIdRequestKind.NONE) throw new IllegalArgumentException("kind=NONE");
            asked.set(kind.value());
        }
        if (context.request(new ExternalRequests(asked, 0, 0, request)) != Status.SUCCESS) {
            throw new IllegalArgumentException("request=" + request + ": the context has one already");
        }
        return this;
    }

    @Override
    public ContextBuilder kernelCorrelationIds() {
        setup.requireOpen();
        context.kernelIds();
        return this;
    }

    @Override
    public ContextBuilder hipStreams(int lowestBit) {
        setup.requireOpen();
        if (lowestBit < 1 || lowestBit >= Long.SIZE - 1) throw new IllegalArgumentException("lowestBit=" + lowestBit);
        context.streams(lowestBit);
        return this;
    }

    @Override
    public <T> ContextBuilder calls(CallbackTracingKind kind, CallObserver<T> observer) {
        return calls(kind, OperationFilter.all(), observer);
    }

    @Override
    public <T> ContextBuilder calls(CallbackTracingKind kind, OperationFilter operations, CallObserver<T> observer) {
        if (!CallbackViews.hasCalls(kind))
            throw new IllegalArgumentException("kind=" + kind.name() + ": has no calls; use callbacks");
        return callbacks(kind, operations, new ObservedCalls<>(Objects.requireNonNull(observer, "observer")));
    }

    @Override
    public Context start() {
        Context built = build();
        built.start();
        return built;
    }

    @Override
    public Context build() {
        setup.requireOpen();
        return context;
    }

    /// Returns the numbers of the selected operations; none for all. Plain loops, because this runs while a
    /// program starts.
    private static int[] ids(OperationFilter filter, Enum<?> kind) {
        List<Operation> operations = filter.selectedOperations();
        if (!operations.isEmpty()) return ids(operations, kind);
        List<String> names = filter.selectedNames();
        int[] ids = new int[names.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = find(kind, names.get(i));
            if (ids[i] < 0) throw unknown(kind, names.get(i));
        }
        return ids;
    }

    private static int[] ids(List<Operation> operations, Enum<?> kind) {
        int[] ids = new int[operations.size()];
        for (int i = 0; i < ids.length; i++) {
            Operation operation = operations.get(i);
            ids[i] = operation.value();
            if (of(kind, ids[i]) != operation) throw unknown(kind, operation);
        }
        return ids;
    }

    // Callback and buffer kinds are two enums, because their numbers overlap.

    private static @Nullable Operation of(Enum<?> kind, int operation) {
        if (kind instanceof CallbackTracingKind callback) return Operations.of(callback, operation);
        return Operations.of((BufferTracingKind) kind, operation);
    }

    private static int find(Enum<?> kind, String name) {
        if (kind instanceof CallbackTracingKind callback) return Operations.find(callback, name);
        return Operations.find((BufferTracingKind) kind, name);
    }

    private static IllegalArgumentException unknown(Enum<?> kind, Object operation) {
        return new IllegalArgumentException("operation=" + operation + ": " + kind.name() + " has no such operation");
    }

    private static void require(Status status, Enum<?> kind) {
        if (status == Status.SUCCESS) return;
        if (status == Status.ERROR_NOT_IMPLEMENTED) throw unavailable(kind);
        throw new IllegalArgumentException("kind=" + kind.name() + ": " + status.message());
    }

    private static IllegalArgumentException unavailable(Enum<?> kind) {
        return new IllegalArgumentException("kind=" + kind.name() + ": not available in this version");
    }
}
