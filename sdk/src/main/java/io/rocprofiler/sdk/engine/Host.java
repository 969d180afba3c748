package io.rocprofiler.sdk.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What registration needs from the world outside Java, small enough to be replaced in a test.
///
/// Thread rule: any thread.
interface Host {
    /// Makes sure that the C half is loaded and knows this JVM.
    ///
    /// @throws IllegalStateException with what to install or type, if it cannot be
    void attach();

    /// Remembers the function given to `rocprofiler_force_configure` for [#discoverTools], and makes runtimes
    /// load the profiler.
    void force(long configureFunction);

    /// Has runtimes that registered while there was no tool register again, on this thread.
    void handOver();

    /// C tools in AMD's discovery order, without duplicates.
    List<DiscoveredTool> discoverTools();

    /// Calls a C function of up to six integer arguments.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5);

    /// Calls a C function of up to twelve integer arguments, which stand in an array of twelve words.
    ///
    /// @throws ToolFailure if the function threw a C++ exception
    long invokeMany(long function, long arguments);

    /// Reads what a program's pointers name.
    Peek peek();

    /// A variable of the environment as C code left it just now, or null: a tool may set one and call us.
    @Nullable
    String variable(String name);

    /// Whether all of these bytes can be read: a tool may hand us garbage, and reading it must not end the
    /// program.
    boolean readable(long address, long sizeBytes);

    /// The `rocprofiler_client_finalize_t` that tools get: calls [Registration#finalizeClient].
    long finalizeClientFunction();

    /// Fixes the plan: from now on no service is added to any of these contexts.
    void freeze(List<ToolContext> contexts);

    /// Sets the bits of a context in every wrapped slot, and in those that are wrapped later.
    void activate(ToolContext context);

    void deactivate(ToolContext context);

    /// Clears them but for what goes on without the engine: the process ends.
    void retire(ToolContext context);

    /// A known runtime's tables arrive: keeps what the engine needs of them, wraps what contexts ask for and tells
    /// those that want to hear of a runtime.
    ///
    /// @param isInUse whether the runtime has been up for a while
    void registered(RuntimeTables runtime, boolean isInUse);

    /// Registers for what contexts want of an OpenMP runtime, if one has come. Once, whoever calls first.
    void listenToOpenMp();

    /// Before the tools' ends: an OpenMP runtime ends, and correlation ids that are still open end now.
    void finalizing();

    /// Waits, within bounds, for the GPU work that is in flight.
    void drain();

    /// Counts calls that these contexts, which run no more, would have heard of.
    void count(List<ToolContext> contexts);

    /// No call enters Java any more: what C records by itself goes on, every other call goes straight to the runtime.
    void disable();

    /// Absolute address of the calling thread's NativeThread block.
    long threadBlock();

    /// Nanoseconds on CLOCK_BOOTTIME.
    long nowNanos();

    /// Traced calls of all threads that have begun and not returned.
    long openCalls();

    /// Frames of all threads that an exception or `longjmp` left.
    long abandonedCalls();

    /// Calls of all threads that were not traced on purpose.
    long passedThroughCalls();

    /// Where this machine describes its agents.
    Platform platform();

    /// The HSA runtime of this process, past all wrappers.
    HsaQueries hsa();

    /// The kernel driver's events.
    KfdDevice kfd();
}
