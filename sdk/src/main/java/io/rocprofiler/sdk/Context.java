package io.rocprofiler.sdk;

/// A set of services that start and stop together.
///
/// Thread rule: any thread, at any time, also inside a callback. A call that is in progress while its context
/// stops still gets its exit callback and its record; a call that began before the context started gets none. A
/// stopped context costs a traced program nothing but a flag test per call.
public interface Context extends AutoCloseable {
    /// The context's handle, as [CallbackRecord#contextHandle] shows it and C tools see it. Never 0.
    long handle();

    /// Starts the services. Starting a running context does nothing.
    ///
    /// @return whether the context is running now: false once the process has begun to finalise, or if its tool
    /// was dropped
    boolean start();

    /// Stops the services. On return, no call that begins later is traced.
    ///
    /// @return whether it was this call that stopped it
    boolean stop();

    boolean isActive();

    /// Stops the context, so that a traced region can be a `try` statement.
    @Override
    default void close() {
        stop();
    }
}
