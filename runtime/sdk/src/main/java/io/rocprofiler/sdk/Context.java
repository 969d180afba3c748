package io.rocprofiler.sdk;

/// A set of services that start and stop together.
///
/// Thread rule: any thread, at any time, also inside a callback. A call that is in progress when its context stops
/// still gets its exit callback and its record; a call that began before the context started gets neither. A
/// stopped context costs a traced program only a flag test per call.
///
/// Not for implementation: see the package.
public interface Context extends AutoCloseable {
    /// {@return the context's handle, as [CallbackRecord#contextHandle] shows it and C tools see it} Never 0.
    long handle();

    /// Starts the services. Starting a running context does nothing.
    ///
    /// @return whether the context is running now: false if finalization has started, or if its tool was dropped
    boolean start();

    /// Stops the services. Calls that begin after this method has returned are not traced.
    ///
    /// @return whether this call stopped it
    boolean stop();

    /// {@return whether the context is running}
    boolean isActive();

    /// Pushes a value onto the calling thread's stack. The value on top of the stack is the external correlation id
    /// of the thread's events in this context's callbacks and records. A thread with an empty stack uses the top of
    /// the main thread's stack in the context that pushed last. Works also while the context is stopped.
    ///
    /// A virtual thread has its own stack, which moves with it from one Linux thread to the next. Once any virtual
    /// thread has pushed a value, each call on a virtual thread costs an upcall into Java; calls on other threads
    /// do not.
    ///
    /// @param value any number; 0 is the value of an empty stack
    /// @return whether there was room for it
    boolean pushExternalCorrelationId(long value);

    /// Pushes a value onto the stack of the thread with this Linux thread id. Any thread may do so for any other.
    ///
    /// @param threadId Linux thread id
    /// @param value any number; 0 is the value of an empty stack
    /// @return whether there was room for it
    /// @throws IllegalArgumentException if no thread of this process can have that id
    boolean pushExternalCorrelationId(long threadId, long value);

    /// Pops the top off the calling thread's stack.
    ///
    /// @return the value that was popped, or 0
    long popExternalCorrelationId();

    /// Pops the top off the stack of the thread with this Linux thread id.
    ///
    /// @param threadId Linux thread id
    /// @return the value that was popped, or 0
    /// @throws IllegalArgumentException if no thread of this process can have that id
    long popExternalCorrelationId(long threadId);

    /// Attaches a value to the events of the calling thread, platform or virtual, within a `try` statement.
    ///
    /// ```java
    /// try (var request = context.externalCorrelationId(42)) {
    ///     model.run();
    /// }
    /// ```
    ///
    /// @param value any number; 0 is the value of an empty stack
    /// @return a scope that the same thread closes
    ExternalCorrelation externalCorrelationId(long value);

    /// Sets the id that the calling thread, platform or virtual, has for the kernels that it submits from now on,
    /// in the records and callbacks of contexts with [ContextBuilder#kernelCorrelationIds]. A thread has one such
    /// id, whichever context it is set by.
    ///
    /// @param value any number; 0 at first
    void kernelCorrelationId(long value);

    /// Stops the context, so that a `try` statement can delimit a traced region.
    @Override
    default void close() {
        stop();
    }
}
