package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.internal.agent.AgentSource;
import io.rocprofiler.sdk.internal.kfd.KfdSource;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions outside Java that registration depends on, few enough to be replaced in a test.
///
/// Thread rule: any thread.
public interface NativePlatform extends NativeAccess, AgentSource, KfdSource {
    /// Ensures that the C half is loaded and attached to this JVM.
    ///
    /// @throws IllegalStateException if that fails; the message says what to install or type
    void attach();

    /// Stores the function passed to `rocprofiler_force_configure` for [#discoverTools], and makes runtimes load
    /// the profiler.
    void force(long configureFunction);

    /// Makes runtimes that registered before any tool register again, on this thread.
    ///
    /// @return false if there is nothing that could
    boolean handOver();

    /// Says that tables for which [#registered] has come only now, as the window was open, are as tools want them.
    void taken(RuntimeTables runtime);

    /// Returns the C tools in AMD's discovery order, without duplicates.
    List<DiscoveredTool> discoverTools();

    /// Calls a tool's function of one pointer, which the thread leaves when the time of [EndThread#runHere] is up.
    void invokeLimited(long function, long argument);

    /// The `rocprofiler_client_finalize_t` passed to tools: calls [Registration#finalizeClient].
    long finalizeClientFunction();

    /// The `rocprofiler_client_detach_t` passed to tools: calls [Registration#detachClient].
    long detachClientFunction();

    /// Fixes the plan, again for each window: from now on no service is added to any of these contexts. Those that it
    /// had
    /// come first, in the same order.
    void freeze(List<? extends TracingContext> contexts);

    /// The event slots of the fixed plan.
    EventSlots events();

    /// Registers that the context's tool supplies external correlation ids from now on.
    void ask(TracingContext context);

    /// Sets the bits of a context in every wrapped slot, and in slots wrapped later.
    void activate(TracingContext context);

    void deactivate(TracingContext context);

    /// Clears them at finalization, except those that remain in effect without the engine.
    void retire(TracingContext context);

    /// Handles the tables of a known runtime: stores the functions that the engine needs, and wraps those that contexts
    /// trace.
    void registered(RuntimeTables runtime);

    /// Notifies the listeners for runtimes.
    ///
    /// @param isInUse whether the program has used the runtime before
    void told(RuntimeTables runtime, boolean isInUse);

    /// Gives runtimes that registered before what the contexts of a further window want of them.
    void contextsCame(List<RuntimeTables> runtimes);

    /// Tells these contexts, which came after a runtime had registered, what they have missed.
    void catchUp(RuntimeTables runtime, List<? extends TracingContext> came);

    /// Called when a configuration window has closed.
    void windowClosed();

    /// Called before tools are finalized: ends an OpenMP runtime, and correlation ids that are still open.
    void finalizing();

    /// Waits, with a time limit, for GPU work in flight.
    void drain();

    /// Counts calls that these contexts would have traced, once they have stopped. Before they stop.
    void count(List<? extends TracingContext> contexts);

    /// Stops calls from entering Java: C continues its own recording, every other call goes straight to
    /// the runtime.
    void disable();

    /// Traced calls of all threads that have begun and not returned.
    long openCalls();

    /// Frames of all threads that an exception or `longjmp` left.
    long abandonedCalls();

    /// Calls of all threads that were not traced on purpose.
    long passedThroughCalls();

    /// Those of them that a trace does not count.
    long missedCalls();

    /// Returns what is known about a kernel, or null.
    @Nullable
    KernelInfo kernel(long id);

    /// Returns the number of a HIP stream in events and records.
    long streamNumber(long stream);

    /// Called when all tools are closed.
    void toolsEnded();
}
