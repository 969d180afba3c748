package io.rocprofiler.sdk;

/// A profiling tool: the engine loads it, calls it once for its configuration, and notifies it when the
/// program ends.
///
/// A public class with a public no-argument constructor, named in `META-INF/services/io.rocprofiler.sdk.Tool` of a
/// class path entry. Any number of tools, in Java and in C, share a process; each has its own contexts. A tool
/// whose constructor or [#initialize] throws is dropped with one line on standard error; the program and the other
/// tools continue.
public interface Tool {
    /// {@return a short name for messages, such as `"copy-counter"`}
    String name();

    /// Configures this tool. Called once, before any traced call, on the thread that caused the first ROCm runtime
    /// to initialise (or that called [Profiler#register]). The program waits meanwhile: return quickly, and call no
    /// ROCm runtime.
    ///
    /// @param setup valid until this method returns
    /// @throws Exception to fail: the tool is dropped and its configuration removed
    void initialize(Setup setup) throws Exception;

    /// Called when the program ends or the tool's [Registration] is closed: its contexts are stopped and its
    /// buffers are delivered; they can still be flushed. Called at most once, in bounded time: the process does not
    /// wait for a tool that hangs.
    ///
    /// In the program's own JVM, this precedes the first shutdown hook, so that a tool can use services
    /// that end in one: JFR, logging, the target of an export. Calls that hooks make afterwards are
    /// counted. See [#outlivesShutdownHooks].
    default void close() {}

    /// {@return whether, in the program's own JVM, the tool continues while the program's shutdown hooks run and is
    /// closed after the last one} Such a tool sees the calls that hooks make, and must not depend on anything that
    /// ends in a hook.
    default boolean outlivesShutdownHooks() {
        return false;
    }
}
