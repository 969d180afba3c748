package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.BufferPolicy;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.registration.BufferRegistry;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The C functions for buffers. Buffer, context and thread ids are one word each.
final class BufferCalls {
    private final Registration registration;
    private final BufferRegistry buffers;

    BufferCalls(Registration registration) {
        this.registration = registration;
        buffers = registration.buffers();
    }

    /// `(context, size_t size, size_t watermark, policy, callback, void* callback_data,
    /// rocprofiler_buffer_id_t* buffer_id)`
    Status create(CArguments args) {
        if (!registration.window().isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        long out = args.word(6);
        if (out == 0) return Status.ERROR_INVALID_ARGUMENT;
        if (buffers.find(Memory.getLong(out)) != null) return Status.ERROR_SERVICE_ALREADY_CONFIGURED;
        if (!registration.platform().readable(args.word(4), 1)) return Status.ERROR_INVALID_ARGUMENT;
        boolean lossless = args.number(3) == BufferPolicy.LOSSLESS.value();
        RecordBuffer buffer = buffers.createNative(
                registration.platform(),
                args.word(0),
                args.word(1),
                args.word(2),
                lossless,
                args.word(4),
                args.word(5));
        if (buffer == null) return Status.ERROR_BUFFER_NOT_FOUND;
        Memory.putLong(out, buffer.handle());
        return Status.SUCCESS;
    }

    /// `(rocprofiler_buffer_id_t buffer_id)`
    Status flush(CArguments args) {
        return buffers.flush(args.word(0));
    }

    /// `(rocprofiler_buffer_id_t buffer_id)`
    Status destroy(CArguments args) {
        return buffers.destroy(args.word(0));
    }

    /// `(rocprofiler_buffer_id_t buffer_id, rocprofiler_callback_thread_t cb_thread_id)`
    Status assignThread(CArguments args) {
        if (registration.window().isLocked()) return Status.ERROR_CONFIGURATION_LOCKED;
        return buffers.assign(args.word(0), args.word(1));
    }
}
