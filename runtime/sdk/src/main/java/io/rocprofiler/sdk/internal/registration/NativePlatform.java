package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.agent.AgentSource;
import io.rocprofiler.sdk.internal.kfd.KfdSource;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.NativeAccess;
import java.util.List;

/// What registration needs from the world outside Java, small enough to be replaced in a test.
///
/// Thread rule: any thread.
public interface NativePlatform extends NativeAccess, AgentSource, KfdSource {
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

    /// The `rocprofiler_client_finalize_t` that tools get: calls [Registration#finalizeClient].
    long finalizeClientFunction();

    /// Fixes the plan: from now on no service is added to any of these contexts.
    void freeze(List<? extends TracingContext> contexts);

    /// The event slots of what is fixed then.
    EventSlots events();

    /// The context's tool wants to be asked for external correlation ids from now on.
    void ask(TracingContext context);

    /// Sets the bits of a context in every wrapped slot, and in those that are wrapped later.
    void activate(TracingContext context);

    void deactivate(TracingContext context);

    /// Clears them but for what goes on without the engine: the process ends.
    void retire(TracingContext context);

    /// A known runtime's tables arrive: keeps what the engine needs of them, wraps what contexts ask for and tells
    /// those that want to hear of a runtime.
    ///
    /// @param isInUse whether the runtime has been up for a while
    void registered(RuntimeTables runtime, boolean isInUse);

    /// The configuration window has closed.
    void windowClosed();

    /// Before the tools' ends: an OpenMP runtime ends, and correlation ids that are still open end now.
    void finalizing();

    /// Waits, within bounds, for the GPU work that is in flight.
    void drain();

    /// Counts calls that these contexts, which run no more, would have heard of.
    void count(List<? extends TracingContext> contexts);

    /// No call enters Java any more: what C records by itself goes on, every other call goes straight to the runtime.
    void disable();

    /// Traced calls of all threads that have begun and not returned.
    long openCalls();

    /// Frames of all threads that an exception or `longjmp` left.
    long abandonedCalls();

    /// Calls of all threads that were not traced on purpose.
    long passedThroughCalls();
}
