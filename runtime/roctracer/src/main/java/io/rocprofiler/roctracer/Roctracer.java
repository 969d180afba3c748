package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The tracer of this process: controls callbacks and recording.
///
/// {@snippet file="11-roctracer/java/TracedTranspose.java" region="enable"}
///
/// Operations may be enabled before their runtime is loaded. Thread rule: any thread, also in handlers.
///
/// All methods throw [IllegalStateException] if the library is not installed, or this JVM denies native access; the
/// message says what to do.
public final class Roctracer {
    private Roctracer() {}

    // --- callbacks

    /// Calls the handler for an operation, replacing the previous handler.
    ///
    /// @param op one operation
    /// @param handler called on the thread of the call
    /// @throws RoctracerException if the operation does not exist
    public static void enableCallback(Op op, CallbackHandler handler) {
        Callbacks.enable(op, handler);
    }

    /// Calls the handler for all operations of a domain.
    ///
    /// @param domain whose operations to report
    /// @param handler called on the thread of the call
    /// @throws RoctracerException if the domain cannot be traced
    public static void enableCallback(ActivityDomain domain, CallbackHandler handler) {
        Callbacks.enable(domain, handler);
    }

    /// Removes the handler of an operation. Does not wait for running handlers; the end of a call in progress is
    /// not reported.
    ///
    /// @param op one operation
    public static void disableCallback(Op op) {
        Callbacks.disable(op);
    }

    /// Removes the handlers of a domain.
    ///
    /// @param domain whose operations to report no longer
    public static void disableCallback(ActivityDomain domain) {
        Callbacks.disable(domain);
    }

    // --- activities

    /// Records an operation in a pool, replacing its previous pool.
    ///
    /// @param op one operation
    /// @param pool open
    /// @throws RoctracerException if the operation does not exist
    /// @throws IllegalStateException if the pool is closed
    public static void enableActivity(Op op, Pool pool) {
        pool.enable("roctracer_enable_op_activity_expl", op.domain(), op.number());
    }

    /// Records all operations of a domain in a pool.
    ///
    /// @param domain whose operations to record
    /// @param pool open
    /// @throws RoctracerException if the domain cannot be traced
    /// @throws IllegalStateException if the pool is closed
    public static void enableActivity(ActivityDomain domain, Pool pool) {
        pool.enable("roctracer_enable_domain_activity_expl", domain);
    }

    /// Stops recording an operation.
    ///
    /// @param op one operation
    public static void disableActivity(Op op) {
        library().check("roctracer_disable_op_activity", op.domain().value(), op.number(), 0, 0);
    }

    /// Stops recording a domain.
    ///
    /// @param domain whose operations to record no longer
    public static void disableActivity(ActivityDomain domain) {
        library().check("roctracer_disable_domain_activity", domain.value(), 0, 0, 0);
    }

    // --- control

    /// Resumes the enabled tracing after [#stop]. Tracing is initially started.
    public static void start() {
        library().call("roctracer_start", 0, 0, 0);
    }

    /// Suspends all tracing except ROC-TX until [#start]. Operations stay enabled; calls do not nest.
    public static void stop() {
        library().call("roctracer_stop", 0, 0, 0);
    }

    /// Sets the listeners for changes made by [#start] and [#stop], by any caller, on the caller's thread. Replaces
    /// the previous listeners.
    ///
    /// @param started called after [#start]
    /// @param stopped called after [#stop]
    public static void onSwitch(Runnable started, Runnable stopped) {
        Shutdown.arm();
        Switch.listen(started, stopped);
    }

    /// Assigns a number to the API records of this thread: until it is closed, each HIP and HSA record is preceded
    /// by a record of [ActivityDomain#EXT_API] with that number. Numbers nest; the innermost is used.
    ///
    /// Thread rule: a platform thread, which also closes it. On virtual threads, use ROC-TX ranges instead.
    ///
    /// @param id any number
    /// @return the scope of the number, to be closed by the same thread
    /// @throws IllegalStateException on a virtual thread, whose carrier thread changes
    public static ExternalId externalId(long id) {
        return new ExternalId(id);
    }

    // --- the rest

    /// Returns the current time on the clock of all records; 0 while an HSA runtime is loaded but not initialized.
    ///
    /// @return nanoseconds
    public static long timestampNanos() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timestamp = arena.allocate(ValueLayout.JAVA_LONG);
            library().check("roctracer_get_timestamp", timestamp.address(), 0, 0, 0);
            return timestamp.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /// {@return the library's major version: 4}
    public static int majorVersion() {
        return (int) library().call("roctracer_version_major", 0, 0, 0);
    }

    /// {@return the library's minor version: 1}
    public static int minorVersion() {
        return (int) library().call("roctracer_version_minor", 0, 0, 0);
    }

    /// Returns the number of exceptions thrown by handlers and listeners.
    ///
    /// @return the number since the start of the process
    public static long handlerFailures() {
        return HandlerFailures.count();
    }

    private static Library library() {
        return Library.process();
    }
}
