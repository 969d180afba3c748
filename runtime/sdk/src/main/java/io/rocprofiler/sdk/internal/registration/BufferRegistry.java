package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.buffer.BufferListener;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveryThread;
import io.rocprofiler.sdk.internal.buffer.DeliveryThreads;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Sealer;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.seam.Handles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All buffers of the process, by handle, and the rules for their use by tools.
///
/// Thread rule: created by the initialising thread; everything else from any thread.
public final class BufferRegistry {
    /// The context handle for a buffer of a Java tool: no context has it.
    private static final long JAVA = -1;

    private final long firstHandle = Handles.randomOffset();
    private final Window window;
    private final Contexts contexts;
    private final DeliveryThreads threads;
    private final List<@Nullable Known> all = new ArrayList<>();
    private boolean delivering;

    BufferRegistry(Window window, Contexts contexts, DeliveryThreads threads) {
        this.window = window;
        this.contexts = contexts;
        this.threads = threads;
    }

    /// Creates a buffer that delivers to a C tool; null if there is no memory.
    ///
    /// @param contextHandle passed to the function unchanged
    public synchronized @Nullable RecordBuffer createNative(
            NativePlatform platform,
            long contextHandle,
            long sizeBytes,
            long watermarkBytes,
            boolean lossless,
            long function,
            long data) {
        BufferListener listener = new NativeBufferListener(platform, function, contextHandle, nextHandle(), data);
        return create(contextHandle, sizeBytes, watermarkBytes, lossless, listener, 0);
    }

    /// Creates a buffer that delivers to a Java tool; null if there is no memory.
    public synchronized @Nullable RecordBuffer createJava(
            long sizeBytes, long watermarkBytes, boolean lossless, BufferListener listener, long threadHandle) {
        return create(JAVA, sizeBytes, watermarkBytes, lossless, listener, threadHandle);
    }

    public synchronized RecordBuffer createChunked(ChunkSource source) {
        RecordBuffer buffer = RecordBuffer.chunked(nextHandle(), source, Sealer.NATIVE);
        all.add(new Known(buffer, JAVA, window.current()));
        return buffer;
    }

    public synchronized @Nullable RecordBuffer find(long handle) {
        Known known = known(handle);
        return known == null ? null : known.buffer();
    }

    /// Whether any buffer needs a callback thread.
    synchronized boolean hasDelivering() {
        return delivering;
    }

    /// Implements `rocprofiler_flush_buffer`.
    public Status flush(long handle) {
        Known known = known(handle);
        if (known == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (window.finiStatus() > 0) return Status.ERROR_FINALIZED;
        if (known.contextHandle() != JAVA && contexts.find(known.contextHandle()) == null) {
            return Status.ERROR_CONTEXT_NOT_FOUND;
        }
        if (known.buffer() instanceof ChunkBuffer kept) return kept.flush() ? Status.SUCCESS : Status.ERROR_BUFFER_BUSY;
        // A tool may flush in its initialize, when no thread delivers yet.
        if (window.isOpen()) threads.startDefault();
        else contexts.drain();
        return known.buffer().flush() ? Status.SUCCESS : Status.ERROR_BUFFER_BUSY;
    }

    /// Delivers the contents of the buffers of a Java tool.
    public void deliver(Client client) {
        List<Known> own = new ArrayList<>();
        synchronized (this) {
            for (Known known : all) if (known != null && client.equals(known.owner())) own.add(known);
        }
        for (Known known : own) known.buffer().flush();
    }

    /// Implements `rocprofiler_destroy_buffer`. Unflushed records are dropped.
    public Status destroy(long handle) {
        Known known = known(handle);
        if (known == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (!known.buffer().destroy()) return Status.ERROR_BUFFER_BUSY;
        forget(handle);
        return Status.SUCCESS;
    }

    /// Implements `rocprofiler_assign_callback_thread`.
    public Status assign(long handle, long threadHandle) {
        DeliveryThread thread = threads.find(threadHandle, window.current());
        if (thread == null) return Status.ERROR_THREAD_NOT_FOUND;
        RecordBuffer buffer = find(handle);
        if (buffer == null) return Status.ERROR_BUFFER_NOT_FOUND;
        buffer.thread(thread);
        return Status.SUCCESS;
    }

    private @Nullable RecordBuffer create(
            long contextHandle,
            long sizeBytes,
            long watermarkBytes,
            boolean lossless,
            BufferListener listener,
            long threadHandle) {
        DeliveryThread thread = threads.find(threadHandle, window.current());
        if (thread == null) return null;
        try {
            RecordBuffer buffer =
                    RecordBuffer.delivering(nextHandle(), sizeBytes, watermarkBytes, lossless, listener, thread);
            all.add(new Known(buffer, contextHandle, window.current()));
            delivering = true;
            return buffer;
        } catch (OutOfMemoryError _) {
            return null;
        }
    }

    private synchronized @Nullable Known known(long handle) {
        long index = handle - firstHandle;
        return index >= 0 && index < all.size() ? all.get((int) index) : null;
    }

    private synchronized void forget(long handle) {
        all.set((int) (handle - firstHandle), null);
    }

    private long nextHandle() {
        return firstHandle + all.size();
    }

    private record Known(
            RecordBuffer buffer,
            long contextHandle,
            @Nullable Client owner) {}
}
