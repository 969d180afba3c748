package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.call.ExternalIds;
import io.rocprofiler.sdk.internal.plan.ExternalRequests;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.registration.InterceptTables;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The C functions that add services to a context. The order of the checks is AMD's.
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
        if (kind != null && !TracingContext.isTraced(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        int[] operations = operations(args);
        if (operations == null) return Status.ERROR_INVALID_ARGUMENT;
        long function = isReadable(args.word(4)) ? args.word(4) : 0;
        return context.addCallbacks(kind, operations, function, args.word(5), null);
    }

    /// `(context, kind, rocprofiler_tracing_operation_t* operations, size_t operations_count,
    /// rocprofiler_buffer_id_t buffer_id)`
    Status bufferTracing(CArguments args) {
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        BufferTracingKind kind = BufferTracingKind.of(args.number(1));
        if (kind != null && !TracingContext.isTraced(kind)) return Status.ERROR_NOT_IMPLEMENTED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (args.word(4) == 0) return Status.ERROR_BUFFER_NOT_FOUND;
        if (kind == null) return Status.ERROR_KIND_NOT_FOUND;
        int[] operations = operations(args);
        if (operations == null) return Status.ERROR_INVALID_ARGUMENT;
        return context.addBuffered(kind, operations, registration.buffers().find(args.word(4)));
    }

    /// Reads the operations. A null array means all operations, whatever the count. Entries beyond the number of a
    /// kind's operations are ignored.
    ///
    /// @return null if the array cannot be read
    private int @Nullable [] operations(CArguments args) {
        long array = args.word(2);
        if (array == 0) return new int[0];
        int count = (int) Math.min(Math.max(args.word(3), 0), MAX_OPERATIONS);
        if (count > 0 && !registration.platform().readable(array, 4L * count)) return null;
        int[] operations = new int[count];
        for (int i = 0; i < count; i++) operations[i] = Memory.getInt(array + 4L * i);
        return operations;
    }

    private boolean isReadable(long address) {
        return registration.platform().readable(address, 1);
    }

    // --- external correlation ids and intercept tables -------------------------------------------------------------

    /// `(context, rocprofiler_thread_id_t tid, rocprofiler_user_data_t external_correlation_id)`
    Status pushExternal(CArguments args) {
        return ExternalIds.push(registration.contexts().find(args.word(0)), args.word(1), args.word(2));
    }

    /// `(context, rocprofiler_thread_id_t tid, rocprofiler_user_data_t* external_correlation_id)`
    Status popExternal(CArguments args) {
        return ExternalIds.pop(registration.contexts().find(args.word(0)), args.word(1), args.word(2));
    }

    /// `(context, const rocprofiler_external_correlation_id_request_kind_t* kinds, size_t kinds_count, callback,
    /// void* callback_args)`: at any time. As in AMD's library, the callback remains set for the kinds before the
    /// first invalid one.
    Status externalRequests(CArguments args) {
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (args.word(1) != 0 && (args.word(2) == 0 || !isReadable(args.word(1)))) return Status.ERROR_INVALID_ARGUMENT;
        if (!isReadable(args.word(3))) return Status.ERROR_INVALID_ARGUMENT;
        if (context.requests() != null) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        BitSet kinds = new BitSet();
        Status listed = requestKinds(args, kinds);
        Status status = context.request(new ExternalRequests(kinds, args.word(3), args.word(4), null));
        return listed == Status.SUCCESS ? status : listed;
    }

    private static Status requestKinds(CArguments args, BitSet kinds) {
        if (args.word(1) == 0) {
            kinds.set(1, ExternalCorrelationIdRequestKind.last());
            return Status.SUCCESS;
        }
        for (long i = 0; i < args.word(2); i++) {
            int kind = Memory.getInt(args.word(1) + Integer.BYTES * i);
            if (kind <= 0 || kind >= ExternalCorrelationIdRequestKind.last()) return Status.ERROR_KIND_NOT_FOUND;
            kinds.set(kind);
        }
        return Status.SUCCESS;
    }

    /// `(callback, int libs, void* data)`
    Status interceptTables(CArguments args) {
        if (registration.window().isLocked()) return Status.ERROR_CONFIGURATION_LOCKED;
        if (!isReadable(args.word(0))) return Status.ERROR_INVALID_ARGUMENT;
        registration
                .interceptTables()
                .add(args.number(1), InterceptTables.ofTool(registration.platform(), args.word(0), args.word(2)));
        return Status.SUCCESS;
    }
}
