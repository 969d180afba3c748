package io.rocprofiler.sdk;

import io.rocprofiler.abi.InterceptTable;
import java.util.List;
import java.util.Set;

/// The configuration of one tool, open only inside [Tool#initialize].
///
/// Every method throws `IllegalStateException` after [Tool#initialize] has returned. Thread rule: the thread that
/// runs [Tool#initialize].
///
/// Not for implementation: see the package.
public interface Setup {
    /// {@return the version of the engine, as `major.minor.patch`}
    String runtimeVersion();

    /// {@return the position of this tool in discovery order: 0 for the first} Callbacks of tools run in the order
    /// in which their contexts were started.
    int priority();

    /// {@return the client id of this tool: unique in the process, never 0}
    int clientId();

    /// Begins a context: services that start and stop together.
    ///
    /// @return its builder; [ContextBuilder#build] creates it
    ContextBuilder context();

    /// Begins a buffer that collects the records of buffered services.
    ///
    /// @return its builder; [BufferBuilder#build] creates it
    BufferBuilder buffer();

    /// Creates another thread that delivers buffers, for [BufferBuilder#thread]. By default, all buffers of a tool
    /// share one thread.
    ///
    /// @return the thread, for this tool's buffers
    CallbackThread callbackThread();

    /// Reports every ROCm runtime that registers from now on to a listener. Works without a context, too.
    ///
    /// @param listener called on the thread that registers the runtime
    void onRuntime(RuntimeListener listener);

    /// {@return the agents of this machine, CPUs and GPUs, as far as they are known before a runtime is
    /// initialised: see [Profiler#agents]}
    List<Agent> agents();

    /// Passes every table of these kinds that a ROCm runtime registers from now on to a listener. Needs no context
    /// and is independent of start and stop.
    ///
    /// @param kinds of tables to pass
    /// @param listener called on the thread that registers the runtime
    void onInterceptTable(Set<InterceptTable> kinds, InterceptListener listener);

    /// Runs `before` and `after` around the creation of each thread that the profiler starts from now on, on the
    /// thread that creates it. Their exceptions are reported.
    ///
    /// @param before run before the thread is created
    /// @param after run after the thread was created
    void onThreadCreate(Runnable before, Runnable after);
}
