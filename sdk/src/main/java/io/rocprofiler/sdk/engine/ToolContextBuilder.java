package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.OperationFilter;
import java.util.Objects;

/// Turns the statuses of service configuration into exceptions that name the argument.
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
        if (!Services.isAvailable(kind)) throw unavailable(kind);
        int[] selected = ids(operations, kind);
        require(context.addCallbacks(kind, selected, 0, 0, handler), kind);
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
        if (!Services.isAvailable(kind)) throw unavailable(kind);
        int[] selected = ids(operations, kind);
        require(context.addBuffered(kind, selected, known.records()), kind);
        return this;
    }

    @Override
    public Context build() {
        setup.requireOpen();
        return context;
    }

    private static int[] ids(OperationFilter filter, Enum<?> kind) {
        int[] ids = filter.selectedIds();
        for (int id : ids) if (id < 0 || id >= count(kind)) throw unknown(kind, id);
        if (ids.length > 0) return ids;
        String[] names = filter.selectedNames();
        int[] found = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            found[i] = find(kind, names[i]);
            if (found[i] < 0) throw unknown(kind, names[i]);
        }
        return found;
    }

    // Callback and buffer kinds are two enums, as their numbers are two spaces.

    private static int count(Enum<?> kind) {
        if (kind instanceof CallbackTracingKind callback) return Operations.count(callback);
        return Operations.count((BufferTracingKind) kind);
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
        throw new IllegalArgumentException("kind=" + kind.name() + ": " + status.message());
    }

    private static IllegalArgumentException unavailable(Enum<?> kind) {
        return new IllegalArgumentException("kind=" + kind.name() + ": not available in this version");
    }
}
