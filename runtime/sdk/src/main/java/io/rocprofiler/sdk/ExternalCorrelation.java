package io.rocprofiler.sdk;

/// An external correlation id that lies on a thread's stack until this is closed.
///
/// Thread rule: any thread may close it. Those of one thread are closed in the opposite order.
public interface ExternalCorrelation extends AutoCloseable {
    /// {@return the value that was attached}
    long value();

    /// Takes the top off the stack of the thread that it was made on. Doing so twice does nothing.
    @Override
    void close();
}
