package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ChunkSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What tools may do with the buffers of the process, and when.
///
/// Thread rule: created by the initialising thread; everything else from any thread.
final class BufferRegistry {
    private final Window window;
    private final Contexts contexts;
    private final Buffers buffers;
    private final List<Known> all = new ArrayList<>();

    BufferRegistry(Window window, Contexts contexts, Buffers buffers) {
        this.window = window;
        this.contexts = contexts;
        this.buffers = buffers;
    }

    /// A buffer that delivers to a C tool, or null if there is no memory.
    ///
    /// @param contextHandle only echoed to the function
    @Nullable RecordBuffer createNative(
            Host host,
            long contextHandle,
            long sizeBytes,
            long watermarkBytes,
            boolean lossless,
            long function,
            long data) {
        NativeBufferListener listener = new NativeBufferListener(host, function, contextHandle, data);
        RecordBuffer buffer = create(contextHandle, sizeBytes, watermarkBytes, lossless, listener);
        if (buffer != null) listener.bufferHandle(buffer.handle());
        return buffer;
    }

    /// A buffer that delivers to a tool in Java, or null if there is no memory.
    @Nullable RecordBuffer createJava(
            long sizeBytes, long watermarkBytes, boolean lossless, BufferListener listener, long threadHandle) {
        RecordBuffer buffer = create(0, sizeBytes, watermarkBytes, lossless, listener);
        CallbackThread thread = buffers.findThread(threadHandle);
        if (buffer != null && thread != null) Buffers.assign(buffer, thread);
        return buffer;
    }

    RecordBuffer createChunked(ChunkSource source) {
        RecordBuffer buffer = buffers.create(source);
        add(new Known(buffer, 0));
        return buffer;
    }

    @Nullable RecordBuffer find(long handle) {
        Known known = known(handle);
        return known == null ? null : known.buffer();
    }

    /// `rocprofiler_flush_buffer`.
    Status flush(long handle) {
        Known known = known(handle);
        if (known == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (window.finiStatus() > 0) return Status.ERROR_FINALIZED;
        if (known.contextHandle() != 0 && contexts.find(known.contextHandle()) == null) {
            return Status.ERROR_CONTEXT_NOT_FOUND;
        }
        return known.buffer().flush() ? Status.SUCCESS : Status.ERROR_BUFFER_BUSY;
    }

    /// `rocprofiler_destroy_buffer`. Unflushed records are dropped.
    Status destroy(long handle) {
        Known known = known(handle);
        if (known == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (!known.buffer().destroy()) return Status.ERROR_BUFFER_BUSY;
        remove(known);
        return Status.SUCCESS;
    }

    /// `rocprofiler_assign_callback_thread`.
    Status assign(long handle, long threadHandle) {
        CallbackThread thread = buffers.findThread(threadHandle);
        if (thread == null) return Status.ERROR_THREAD_NOT_FOUND;
        RecordBuffer buffer = find(handle);
        if (buffer == null) return Status.ERROR_BUFFER_NOT_FOUND;
        Buffers.assign(buffer, thread);
        return Status.SUCCESS;
    }

    private @Nullable RecordBuffer create(
            long contextHandle, long sizeBytes, long watermarkBytes, boolean lossless, BufferListener listener) {
        try {
            RecordBuffer buffer = buffers.create(sizeBytes, watermarkBytes, lossless, listener);
            add(new Known(buffer, contextHandle));
            return buffer;
        } catch (OutOfMemoryError _) {
            return null;
        }
    }

    private synchronized void add(Known known) {
        all.add(known);
    }

    private synchronized void remove(Known known) {
        all.remove(known);
    }

    private synchronized @Nullable Known known(long handle) {
        for (Known known : all) if (known.buffer().handle() == handle) return known;
        return null;
    }

    private record Known(RecordBuffer buffer, long contextHandle) {}
}
