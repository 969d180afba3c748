package io.rocprofiler.sdk;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The profiler of this process, for a Java program that brings its own tool.
///
/// Every method works at any time: before the first ROCm call and after it, before a tool is registered and when
/// the program ends. Those that have nothing to answer with, as the installed libraries cannot be found or loaded,
/// throw [IllegalStateException], whose message says what to do.
public final class Profiler {
    private static final io.rocprofiler.sdk.internal.registration.Registration PROCESS =
            io.rocprofiler.sdk.internal.boot.Engine.registration();

    private Profiler() {}

    /// Registers a tool of this program: runs its [Tool#initialize], and that of every other tool that is found,
    /// and traces what they ask for from then on.
    ///
    /// Best before the first ROCm call of the process. A tool that comes later is told everything from then on;
    /// what it has missed says [Registration#earlierRuntimes].
    ///
    /// Thread rule: any thread.
    ///
    /// @param tool registered for the rest of the process
    /// @return to be closed when the program needs no tracing any more
    /// @throws IllegalStateException if another tool has been configured already, if the program ends, or if the
    /// installed libraries cannot be found or loaded; the message says what to do
    /// @throws IllegalArgumentException if the tool has no name
    public static Registration register(Tool tool) {
        Objects.requireNonNull(tool, "tool");
        return io.rocprofiler.sdk.internal.boot.Engine.register(tool);
    }

    /// Now, on ROCm's clock: nanoseconds on `CLOCK_BOOTTIME`.
    ///
    /// @return nanoseconds
    public static long timestampNanos() {
        return PROCESS.timestampNanos();
    }

    /// {@return the Linux thread id of the calling thread, as callbacks and records name it} A virtual thread has
    /// that of the thread that carries it at the moment.
    public static long threadId() {
        return PROCESS.threadId();
    }

    /// Traced calls that have begun and not returned yet.
    ///
    /// @return at this moment
    public static long openCalls() {
        return PROCESS.openCalls();
    }

    /// Traced calls so far that never returned to their caller: an exception or `longjmp` left them. They have
    /// no record.
    ///
    /// @return since the start of the process
    public static long abandonedCalls() {
        return PROCESS.abandonedCalls();
    }

    /// Calls so far that a running context wanted and that were not traced on purpose: made by a signal handler
    /// that interrupted the profiler, on a stack too small for it, or nested too deeply; or by a shutdown hook,
    /// when the tools were closed.
    ///
    /// @return since the start of the process
    public static long passedThroughCalls() {
        return PROCESS.passedThroughCalls();
    }

    /// {@return the agents of this machine, CPUs and GPUs, in the order of their numbers} What was in one answer is
    /// in every later one, unchanged.
    ///
    /// With AMD's kernel driver these are all agents, also those that are hidden from this process by
    /// variables, at any time. Without it (a software GPU, or Windows' subsystem) they come from the HSA
    /// runtime: the list is empty until the program has initialised that.
    ///
    /// Thread rule: any thread, at any time; not one that holds a lock which the HSA runtime could need.
    public static List<Agent> agents() {
        return PROCESS.listAgents();
    }

    /// {@return the agent that an event or a record names by this id; null for 0 and for any other that names none}
    ///
    /// Thread rule: as [#agents].
    ///
    /// @param id as an event or a record has it
    public static @Nullable Agent agent(long id) {
        for (Agent agent : agents()) if (agent.id() == id) return agent;
        return null;
    }
}
