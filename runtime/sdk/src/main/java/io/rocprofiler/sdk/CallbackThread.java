package io.rocprofiler.sdk;

/// A thread that delivers buffers: created by [Setup#callbackThread], passed to [BufferBuilder#thread].
///
/// @param handle the thread's handle, as C tools would see it
public record CallbackThread(long handle) {}
