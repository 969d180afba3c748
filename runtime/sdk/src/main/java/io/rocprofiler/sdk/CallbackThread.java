package io.rocprofiler.sdk;

/// A thread that delivers buffers: made by [Setup#callbackThread], given to [BufferBuilder#thread].
///
/// @param handle as C tools would see it
public record CallbackThread(long handle) {}
