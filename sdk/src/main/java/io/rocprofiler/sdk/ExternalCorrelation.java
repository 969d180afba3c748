package io.rocprofiler.sdk;

/// An external correlation id that lies on a thread's stack until this is closed.
///
/// Thread rule: the thread that got it from [Context#externalCorrelationId].
public interface ExternalCorrelation extends AutoCloseable {
    long value();

    /// Takes the top off the thread's stack. Doing so twice does nothing.
    @Override
    void close();
}
