package io.rocprofiler.sdk.engine;

/// Delivers to a C tool's `rocprofiler_buffer_tracing_cb_t`.
final class NativeBufferListener implements BufferListener {
    private final Host host;
    private final long function;
    private final long contextHandle;
    private final long data;
    private volatile long bufferHandle;

    NativeBufferListener(Host host, long function, long contextHandle, long data) {
        this.host = host;
        this.function = function;
        this.contextHandle = contextHandle;
        this.data = data;
    }

    /// Known once the buffer exists, which is before its first record.
    void bufferHandle(long handle) {
        bufferHandle = handle;
    }

    @Override
    public void deliver(long headers, long count, long dropCount) {
        host.invoke(function, contextHandle, bufferHandle, headers, count, data, dropCount);
    }
}
