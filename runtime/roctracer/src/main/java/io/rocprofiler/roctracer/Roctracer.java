package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The tracer of this process: what is told and what is recorded.
///
/// Everything works before a runtime is loaded, for when it comes. Thread rule: any thread, also in handlers.
///
/// All methods throw [IllegalStateException] if the library is not installed, or this JVM keeps Java from
/// calling C; the message says what to do.
public final class Roctracer {
    private Roctracer() {}

    // --- callbacks
    // ----------------------------------------------------------------------------------------------------

    /// Tells the handler of an operation, in the place of whoever was told before.
    ///
    /// @param op one operation
    /// @param handler called on the thread of the call
    /// @throws RoctracerException if there is no such operation
    public static void enableCallback(Op op, CallbackHandler handler) {
        Callbacks.enable(op, handler);
    }

    /// Tells the handler of all operations of a domain.
    ///
    /// @param domain all of its operations
    /// @param handler called on the thread of the call
    /// @throws RoctracerException if nothing of the domain is traced
    public static void enableCallback(ActivityDomain domain, CallbackHandler handler) {
        Callbacks.enable(domain, handler);
    }

    /// Tells nobody of an operation any more. Handlers that run now are not waited for; of a call that has
    /// begun the end is not told.
    ///
    /// @param op one operation
    public static void disableCallback(Op op) {
        Callbacks.disable(op);
    }

    /// Tells nobody of a domain any more.
    ///
    /// @param domain all of its operations
    public static void disableCallback(ActivityDomain domain) {
        Callbacks.disable(domain);
    }

    // --- activities
    // ---------------------------------------------------------------------------------------------------

    /// Records an operation in a pool, instead of where it was recorded before.
    ///
    /// @param op one operation
    /// @param pool open
    /// @throws RoctracerException if there is no such operation
    /// @throws IllegalStateException if the pool is closed
    public static void enableActivity(Op op, Pool pool) {
        pool.enable("roctracer_enable_op_activity_expl", op.domain(), op.number());
    }

    /// Records all operations of a domain in a pool.
    ///
    /// @param domain all of its operations
    /// @param pool open
    /// @throws RoctracerException if nothing of the domain is traced
    /// @throws IllegalStateException if the pool is closed
    public static void enableActivity(ActivityDomain domain, Pool pool) {
        pool.enable("roctracer_enable_domain_activity_expl", domain);
    }

    /// Records an operation no more.
    ///
    /// @param op one operation
    public static void disableActivity(Op op) {
        library().check("roctracer_disable_op_activity", op.domain().value(), op.number(), 0, 0);
    }

    /// Records nothing of a domain any more.
    ///
    /// @param domain all of its operations
    public static void disableActivity(ActivityDomain domain) {
        library().check("roctracer_disable_domain_activity", domain.value(), 0, 0, 0);
    }

    // --- control
    // ------------------------------------------------------------------------------------------------------

    /// Traces again what is enabled, after [#stop]. At first it is started.
    public static void start() {
        library().call("roctracer_start", 0, 0, 0);
    }

    /// Traces nothing but ROC-TX until [#start]. What is enabled stays so; it does not nest.
    public static void stop() {
        library().call("roctracer_stop", 0, 0, 0);
    }

    /// Who is told when [#start] and [#stop] have changed something, whoever called them, on their threads.
    /// Replaces those before.
    ///
    /// @param started called after [#start]
    /// @param stopped called after [#stop]
    public static void onSwitch(Runnable started, Runnable stopped) {
        Shutdown.arm();
        Switch.listen(started, stopped);
    }

    /// Gives the API records that this thread makes a number of the program's own: until it is closed, each
    /// one of HIP and HSA is preceded by one of [ActivityDomain#EXT_API] with that number. They nest; the
    /// innermost one is used.
    ///
    /// Thread rule: a platform thread, which closes it. ROC-TX ranges are for virtual threads, too.
    ///
    /// @param id any number
    /// @return to be closed by the same thread
    /// @throws IllegalStateException on a virtual thread, whose calls are on changing threads of the system
    public static ExternalId externalId(long id) {
        return new ExternalId(id);
    }

    // --- the rest
    // -----------------------------------------------------------------------------------------------------

    /// Now, on the clock of all records; 0 while an HSA runtime is loaded and not initialised.
    ///
    /// @return nanoseconds
    public static long timestampNanos() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timestamp = arena.allocate(ValueLayout.JAVA_LONG);
            library().check("roctracer_get_timestamp", timestamp.address(), 0, 0, 0);
            return timestamp.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    /// {@return the library's version: 4}
    public static int majorVersion() {
        return (int) library().call("roctracer_version_major", 0, 0, 0);
    }

    /// {@return the library's version: 1}
    public static int minorVersion() {
        return (int) library().call("roctracer_version_minor", 0, 0, 0);
    }

    /// Exceptions so far that handlers and listeners have thrown.
    ///
    /// @return since the start of the process
    public static long handlerFailures() {
        return HandlerFailures.count();
    }

    private static Library library() {
        return Library.process();
    }
}
