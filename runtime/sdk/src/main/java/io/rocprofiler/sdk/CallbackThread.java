package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.tool.ToolThread;
import io.rocprofiler.sdk.testing.Doubles;

/// A thread that delivers buffers: created by [Setup#callbackThread], passed to [BufferBuilder#thread].
public sealed interface CallbackThread permits ToolThread, Doubles.OfCallbackThread {
    /// {@return the thread's handle, as C tools would see it}
    long handle();
}
