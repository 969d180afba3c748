package io.rocprofiler.sdk;

import io.rocprofiler.sdk.engine.Registration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The profiler of this process, for a Java program that brings its own tool.
public final class Profiler {
    private Profiler() {}

    /// Registers a tool of this program. Must come before the first ROCm call of the process: there is one
    /// configuration window, and this call opens it, runs [Tool#initialize] of `tool` and of every other tool
    /// that is found, and closes it.
    ///
    /// Thread rule: any thread, once.
    ///
    /// @throws IllegalStateException if the window has passed, or if the installed libraries cannot be found or
    /// loaded; the message says what to do
    public static void register(Tool tool) {
        try {
            Registration.process().register(tool);
        } catch (ExceptionInInitializerError failure) {
            if (failure.getCause() instanceof IllegalCallerException denied) throw noAccess(denied);
            throw failure;
        }
    }

    private static IllegalStateException noAccess(IllegalCallerException denied) {
        Module module = Profiler.class.getModule();
        return new IllegalStateException(
                "this JVM keeps Java from calling C: start it with --enable-native-access="
                        + (module.isNamed() ? module.getName() : "ALL-UNNAMED"),
                denied);
    }

    /// Now, on ROCm's clock: nanoseconds on `CLOCK_BOOTTIME`.
    public static long timestampNanos() {
        return Registration.process().timestampNanos();
    }

    /// The Linux thread id of the calling thread, as callbacks and records name it.
    public static long threadId() {
        return Registration.process().threadId();
    }

    /// Traced calls that have begun and not returned yet.
    public static long openCalls() {
        return Registration.process().openCalls();
    }

    /// Traced calls so far that never returned to their caller: an exception or `longjmp` left them. They have no
    /// record.
    public static long abandonedCalls() {
        return Registration.process().abandonedCalls();
    }

    /// Calls so far that a running context wanted and that were not traced on purpose: made by a signal handler that
    /// interrupted the profiler, on a stack too small for it, or nested too deeply.
    public static long passedThroughCalls() {
        return Registration.process().passedThroughCalls();
    }

    /// The agents of this machine, CPUs and GPUs, in the order of their numbers. What was in one answer is in
    /// every later one, unchanged.
    ///
    /// With AMD's kernel driver these are all agents, also those that are hidden from this process by
    /// variables, at any time. Without it (a software GPU, or Windows' subsystem) they come from the HSA
    /// runtime: the list is empty until the program has initialised that.
    ///
    /// Thread rule: any thread, at any time; not one that holds a lock which the HSA runtime could need.
    public static List<Agent> agents() {
        return Registration.process().listAgents();
    }

    /// The agent that an event or a record names by this id; null for 0 and for any other that names none.
    ///
    /// Thread rule: as [#agents].
    public static @Nullable Agent agent(long id) {
        for (Agent agent : agents()) if (agent.id() == id) return agent;
        return null;
    }
}
