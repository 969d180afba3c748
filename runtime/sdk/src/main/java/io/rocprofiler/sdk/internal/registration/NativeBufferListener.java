package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.buffer.BufferListener;

/// Delivers to a C tool's `rocprofiler_buffer_tracing_cb_t`.
record NativeBufferListener(NativePlatform platform, long function, long contextHandle, long bufferHandle, long data)
        implements BufferListener {
    @Override
    public void deliver(long headers, long count, long dropCount) {
        platform.invoke(function, contextHandle, bufferHandle, headers, count, data, dropCount);
    }
}
