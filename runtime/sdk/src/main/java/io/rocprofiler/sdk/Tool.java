package io.rocprofiler.sdk;

/// A profiling tool: what the engine loads, asks once for its wishes, and tells when the program ends.
///
/// A public class with a public constructor without parameters, named in
/// `META-INF/services/io.rocprofiler.sdk.Tool` of a class path entry. Any number of tools, in Java and in C,
/// share a process; each has its own contexts. A tool that throws from its constructor or from [#initialize] is
/// dropped with one line on standard error; the program and the other tools go on.
public interface Tool {
    /// {@return a short name for messages, such as `"copy-counter"`}
    String name();

    /// Declares everything this tool wants to see. Called once, before any traced call, on the thread that made
    /// the first ROCm runtime initialise (or that called [Profiler#register]). The program waits meanwhile: be
    /// quick, and call no ROCm runtime.
    ///
    /// @param setup valid until this method returns
    /// @throws Exception to give up: the tool is dropped and what it configured is removed
    void initialize(Setup setup) throws Exception;

    /// The program ends, or the tool's [Registration] is closed: its contexts are stopped and its buffers are
    /// delivered; they can still be flushed. Called at most once, in bounded time: the process does not wait for a
    /// tool that hangs.
    ///
    /// In a JVM that is the program's this comes before the first shutdown hook starts, so that a tool can use
    /// what ends in one: JFR, logging, whatever it exports to. Calls that hooks make after that are counted.
    /// See [#outlivesShutdownHooks].
    default void close() {}

    /// {@return whether, in a JVM that is the program's, the tool goes on while the program's shutdown hooks run
    /// and is closed after the last one} It hears of the calls that they make, and must not need anything that ends
    /// in a hook.
    default boolean outlivesShutdownHooks() {
        return false;
    }
}
