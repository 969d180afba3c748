package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Status;

/// The C functions that give a context its services. The order of the checks is AMD's.
final class ServiceCalls {
    private static final int MAX_OPERATIONS = 4096;

    private final Registration registration;

    ServiceCalls(Registration registration) {
        this.registration = registration;
    }

    /// `(context, kind, const rocprofiler_tracing_operation_t* operations, size_t operations_count, callback,
    /// void* callback_args)`
    Status callbackTracing(CArguments args) {
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        CallbackTracingKind kind = CallbackTracingKind.of(args.number(1));
        if (kind != null && !Services.isAvailable(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        return context.addCallbacks(kind, operations(args), args.word(4), args.word(5), null);
    }

    /// `(context, kind, rocprofiler_tracing_operation_t* operations, size_t operations_count,
    /// rocprofiler_buffer_id_t buffer_id)`
    Status bufferTracing(CArguments args) {
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        BufferTracingKind kind = BufferTracingKind.of(args.number(1));
        if (kind != null && !Services.isAvailable(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (args.word(4) == 0) return Status.ERROR_BUFFER_NOT_FOUND;
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        return context.addBuffered(
                kind, operations(args), registration.buffers().find(args.word(4)));
    }

    /// No array means all operations, whatever the count says. More than a kind can have are not looked at.
    private static int[] operations(CArguments args) {
        long array = args.word(2);
        if (array == 0) return new int[0];
        int count = (int) Math.min(Math.max(args.word(3), 0), MAX_OPERATIONS);
        int[] operations = new int[count];
        for (int i = 0; i < count; i++) operations[i] = Memory.getInt(array + 4L * i);
        return operations;
    }
}
