package io.rocprofiler.sdk;

/// A thread that delivers buffers: created by [Setup#callbackThread], passed to [BufferBuilder#thread].
///
/// Not for implementation: see the package.
public interface CallbackThread {
    /// {@return the thread's handle, as C tools would see it}
    long handle();
}
