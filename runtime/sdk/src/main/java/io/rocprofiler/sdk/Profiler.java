package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.program.ProgramCalls;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The profiler of this process, for a Java program that registers its own tool.
///
/// Every method works at any time: before and after the first ROCm call, before a tool is registered, and during
/// shutdown. Methods that need the installed libraries throw [IllegalStateException] if these cannot be found or
/// loaded; its message says what to do.
public final class Profiler {
    private static final ProgramCalls<Tool, Registration, Agent, KernelInfo> ENGINE = ProgramCalls.ofEngine();

    private Profiler() {}

    /// {@return whether this process can be traced by [#register]: the installed libraries are found and fit this
    /// release, and this JVM lets them be called} For programs that run with and without a profiler; [#register]
    /// says what is missing.
    public static boolean isAvailable() {
        return ENGINE.isAvailable();
    }

    /// Registers tools of this program: calls their [Tool#initialize] and, the first time, that of every other tool
    /// that is found. The services that they configure are traced from then on. Further tools may be registered at
    /// any time: those before them keep what they have.
    ///
    /// Call it before the first ROCm call of the process if possible. Tools registered later see events from then
    /// on; [Registration#earlierRuntimes] lists the runtimes that were initialised before.
    ///
    /// {@snippet file="03-buffered-tracing/java/ProfiledTranspose.java" region="register"}
    ///
    /// Thread rule: any thread.
    ///
    /// @param tools in the order of their callbacks; registered for the rest of the process
    /// @return to close when the program no longer needs tracing
    /// @throws IllegalStateException if this thread is configuring another tool, if finalization has started, or if
    /// the installed libraries cannot be found or loaded; the message says what to do
    /// @throws IllegalArgumentException if there is no tool, or one without a name
    public static Registration register(Tool... tools) {
        return ENGINE.register(List.of(tools));
    }

    /// Returns the current time on ROCm's clock, `CLOCK_BOOTTIME`, in nanoseconds.
    ///
    /// @return nanoseconds
    public static long timestampNanos() {
        return ENGINE.timestampNanos();
    }

    /// {@return the time of day of a time in an event or record, by the wall clock as it is set now}
    ///
    /// @param nanos on ROCm's clock
    public static Instant toInstant(long nanos) {
        return Instant.now().minusNanos(timestampNanos() - nanos);
    }

    /// {@return the Linux thread id of the calling thread, as in callbacks and records} For a virtual thread, the
    /// id of its current carrier thread.
    public static long threadId() {
        return ENGINE.threadId();
    }

    /// Returns the number of traced calls that have begun and not returned yet.
    ///
    /// @return open calls at this moment
    public static long openCalls() {
        return ENGINE.openCalls();
    }

    /// Returns the number of traced calls that never returned to their caller, because an exception or `longjmp`
    /// left them. They have no record.
    ///
    /// @return calls since the start of the process
    public static long abandonedCalls() {
        return ENGINE.abandonedCalls();
    }

    /// Returns the number of calls that a running context selected and that were not traced on purpose: made by a
    /// signal handler that interrupted the profiler, on a stack too small for it, nested too deeply, or by a
    /// shutdown hook after the tools were closed.
    ///
    /// @return calls since the start of the process
    public static long passedThroughCalls() {
        return ENGINE.passedThroughCalls();
    }

    /// Returns a variable of the environment as the profiler reads its own: the present value, also one that the
    /// program has set. In a program with more privileges than the user who started it, no variable is set.
    ///
    /// @param name of the variable
    /// @return its value, or null if it is not set
    public static @Nullable String variable(String name) {
        return ENGINE.variable(name);
    }

    /// {@return the agents of this machine, CPUs and GPUs, ordered by number} Agents in one result are in every
    /// later result, unchanged.
    ///
    /// With AMD's kernel driver these are all agents, including those hidden from this process by environment
    /// variables, at any time. Without it (a software GPU, or Windows Subsystem for Linux) they come from the HSA
    /// runtime: the list is empty until the program has initialised that runtime.
    ///
    /// Thread rule: any thread, at any time, unless it holds a lock that the HSA runtime could need.
    public static List<Agent> agents() {
        return ENGINE.agents();
    }

    /// {@return the agent with this id, as in events and records; null for 0 and for an unknown id}
    ///
    /// Thread rule: as [#agents].
    ///
    /// @param id from an event or a record
    public static @Nullable Agent agent(long id) {
        for (Agent agent : agents()) if (agent.id() == id) return agent;
        return null;
    }

    /// {@return the agent whose `hsa_agent_t` is at this address, as `roctxNameHsaAgent` has it; null if nothing can be
    /// read there, if HSA is not initialised, or if it has no such agent}
    ///
    /// Thread rule: as [#agents].
    ///
    /// @param address of the handle
    public static @Nullable Agent hsaAgentAt(long address) {
        return agent(ENGINE.hsaAgentAt(address));
    }

    /// {@return the agent that is this device in HIP, according to the environment variables that hide and order
    /// devices; null if HIP sees no such device}
    ///
    /// Thread rule: as [#agents].
    ///
    /// @param device number of a device, from 0
    public static @Nullable Agent hipAgent(int device) {
        return agent(ENGINE.hipAgent(device));
    }

    /// {@return the number that a HIP stream has at the moment in events and records; 0 for the null stream} HIP may
    /// give the pointer of a destroyed stream to a new one, which has another number.
    ///
    /// @param stream a `hipStream_t`
    public static long streamNumber(long stream) {
        return ENGINE.streamNumber(stream);
    }

    /// {@return the names of a kernel, as in events and records of dispatches; empty for 0 and for an unknown number}
    /// Known are the kernels that are loaded and the last 65,536 that were unloaded, if a tool traces code objects
    /// or dispatches.
    ///
    /// Thread rule: any thread.
    ///
    /// @param id from an event or a record
    public static Optional<KernelInfo> kernel(long id) {
        return Optional.ofNullable(ENGINE.kernel(id));
    }
}
