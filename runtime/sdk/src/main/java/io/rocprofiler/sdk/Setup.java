package io.rocprofiler.sdk;

import io.rocprofiler.abi.InterceptTable;
import java.util.List;
import java.util.Set;

/// The configuration window of one tool: what it may do inside [Tool#initialize], and only there.
///
/// Every method throws `IllegalStateException` once the window has closed. Thread rule: the thread that
/// runs [Tool#initialize].
public interface Setup {
    /// {@return the version of the engine, as `major.minor.patch`}
    String runtimeVersion();

    /// {@return the place of this tool in discovery order: 0 for the first} Callbacks of tools run in the order in
    /// which their contexts start.
    int priority();

    /// {@return the client id of this tool: unique in the process, never 0}
    int clientId();

    /// Begins a context: services that start and stop together.
    ///
    /// @return a builder; [ContextBuilder#build] makes it
    ContextBuilder context();

    /// Begins a buffer: where records of buffered services go.
    ///
    /// @return a builder; [BufferBuilder#build] makes it
    BufferBuilder buffer();

    /// Creates one more thread that delivers buffers, for [BufferBuilder#thread]. Without one, all buffers of a
    /// tool share a thread.
    ///
    /// @return the thread, for this tool's buffers
    CallbackThread callbackThread();

    /// Is told of every ROCm runtime that registers, from now on. May also be called by tools that trace nothing.
    ///
    /// @param listener called on the thread that registers the runtime
    void onRuntime(RuntimeListener listener);

    /// {@return the agents of this machine, CPUs and GPUs, as far as they are known before a runtime runs:
    /// see [Profiler#agents]}
    List<Agent> agents();

    /// Is shown every table of these kinds that a ROCm runtime registers from now on. Needs no context and knows no
    /// start or stop.
    ///
    /// @param kinds which tables; none of others
    /// @param listener called on the thread that registers the runtime
    void onInterceptTable(Set<InterceptTable> kinds, InterceptListener listener);

    /// Is told when the profiler makes a thread of its own, from now on: on the thread that makes it, `before` and
    /// `after`. What they throw is reported.
    ///
    /// @param before run before the thread is made
    /// @param after run after it was made
    void onThreadCreate(Runnable before, Runnable after);
}
