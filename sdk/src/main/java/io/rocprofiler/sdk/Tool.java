package io.rocprofiler.sdk;

/// A profiling tool: what the engine loads, asks once for its wishes, and tells when the program ends.
///
/// A public class with a public constructor without parameters, named in
/// `META-INF/services/io.rocprofiler.sdk.Tool` of a class path entry. Any number of tools, in Java and in C,
/// share a process; each has its own contexts. A tool that throws from its constructor or from [#initialize] is
/// dropped with one line on standard error; the program and the other tools go on.
public interface Tool {
    /// A short name for messages, such as `"copy-counter"`.
    String name();

    /// Declares everything this tool wants to see. Called once, before any traced call, on the thread that made
    /// the first ROCm runtime initialise (or that called [Profiler#register]). The program waits meanwhile: be
    /// quick, and call no ROCm runtime.
    ///
    /// @param setup valid until this method returns
    /// @throws Exception to give up: the tool is dropped and what it configured is removed
    void initialize(Setup setup) throws Exception;

    /// The program ends: the tool's contexts are stopped, its buffers can still be flushed. Called at most once,
    /// on the thread that runs the exit handlers, in bounded time: the process does not wait for a tool that
    /// hangs.
    default void close() {}
}
