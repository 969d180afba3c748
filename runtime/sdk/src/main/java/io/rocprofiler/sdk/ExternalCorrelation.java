package io.rocprofiler.sdk;

/// An external correlation id that stays on a thread's stack until this scope is closed.
///
/// Thread rule: any thread may close it. Scopes of one thread are closed in reverse order.
///
/// Not for implementation: see the package.
public interface ExternalCorrelation extends AutoCloseable {
    /// {@return the value that was attached}
    long value();

    /// Pops the stack of the thread that opened this scope. Closing it twice has no effect.
    @Override
    void close();
}
