package io.rocprofiler.sdk;

/// A set of services that start and stop together.
///
/// Thread rule: any thread, at any time, also inside a callback. A call that is in progress while its context
/// stops still gets its exit callback and its record; a call that began before the context started gets none. A
/// stopped context costs a traced program nothing but a flag test per call.
public interface Context extends AutoCloseable {
    /// {@return the context's handle, as [CallbackRecord#contextHandle] shows it and C tools see it} Never 0.
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

    /// {@return whether it runs}
    boolean isActive();

    /// Puts a value on the calling thread's stack: the external correlation id of what the thread does from now on,
    /// in this context's callbacks and records. A thread with an empty stack has the value that lies on the main
    /// thread's, in whichever context it was pushed last. Works also while the context is stopped.
    ///
    /// A virtual thread has a stack of its own, which it takes along from one Linux thread to the next. Once one
    /// has pushed something, calls on virtual threads cost a way into Java each; other threads do not.
    ///
    /// @param value any number; 0 is what an empty stack has
    /// @return whether there was room for it
    boolean pushExternalCorrelationId(long value);

    /// Puts a value on the stack of the thread with this Linux thread id. Any thread may do so for any other.
    ///
    /// @param threadId its Linux thread id
    /// @param value any number; 0 is what an empty stack has
    /// @return whether there was room for it
    /// @throws IllegalArgumentException if no thread of this process can have that id
    boolean pushExternalCorrelationId(long threadId, long value);

    /// Takes the top off the calling thread's stack.
    ///
    /// @return what lay there, or 0
    long popExternalCorrelationId();

    /// Takes the top off the stack of the thread with this Linux thread id.
    ///
    /// @param threadId its Linux thread id
    /// @return what lay there, or 0
    /// @throws IllegalArgumentException if no thread of this process can have that id
    long popExternalCorrelationId(long threadId);

    /// Attaches a value to what the calling thread, platform or virtual, does within a `try` statement.
    ///
    /// ```java
    /// try (var request = context.externalCorrelationId(42)) {
    ///     model.run();
    /// }
    /// ```
    ///
    /// @param value any number; 0 is what an empty stack has
    /// @return to be closed by the same thread
    ExternalCorrelation externalCorrelationId(long value);

    /// Stops the context, so that a traced region can be a `try` statement.
    @Override
    default void close() {
        stop();
    }
}
