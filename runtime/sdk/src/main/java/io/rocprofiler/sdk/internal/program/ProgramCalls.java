package io.rocprofiler.sdk.internal.program;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What `io.rocprofiler.sdk.Profiler` asks of the engine of this process.
///
/// The one place in which the public API reaches the engine, which is built on that API: hence the public types are
/// parameters here, and the engine is found by its name and installs itself. A constant name needs no search of the
/// class path, and is found however the engine is loaded: with the loader of this class.
///
/// Thread rule: any thread, at any time.
///
/// @param <T> a tool
/// @param <R> the registration of tools
/// @param <A> an agent
/// @param <K> a kernel
public abstract class ProgramCalls<T, R, A, K> {
    private static final String ENGINE = "io.rocprofiler.sdk.internal.boot.Engine";

    /// Written once, while the engine's class is initialized.
    private static @Nullable ProgramCalls<?, ?, ?, ?> installed;

    /// Returns the engine of this process, which starts with the first call.
    @SuppressWarnings("unchecked") // there is one engine, with one set of public types
    public static <T, R, A, K> ProgramCalls<T, R, A, K> ofEngine() {
        try {
            Class.forName(ENGINE, true, ProgramCalls.class.getClassLoader());
        } catch (ClassNotFoundException incomplete) {
            throw new IllegalStateException("class=" + ENGINE + ": not in rocprofiler-sdk.jar", incomplete);
        }
        return (ProgramCalls<T, R, A, K>) Objects.requireNonNull(installed);
    }

    /// For the engine, as the last step of its initialization.
    public static void install(ProgramCalls<?, ?, ?, ?> engine) {
        installed = engine;
    }

    /// Whether the installed libraries can be loaded.
    public abstract boolean isAvailable();

    /// Registers a program's own tools, which opens and closes the configuration window.
    ///
    /// @throws IllegalStateException if the window has closed, or the C half is missing
    public abstract R register(List<T> tools);

    public abstract long timestampNanos();

    public abstract long threadId();

    public abstract long openCalls();

    public abstract long abandonedCalls();

    public abstract long passedThroughCalls();

    public abstract @Nullable String variable(String name);

    /// Returns the agents known at the moment.
    public abstract List<A> agents();

    /// Returns the id of the agent whose `hsa_agent_t` is at this address, or 0 if there is none.
    public abstract long hsaAgentAt(long address);

    /// Returns the id of the agent that is this device in HIP, or 0 if there is none.
    public abstract long hipAgent(int device);

    /// Returns the number of a HIP stream in events and records.
    public abstract long streamNumber(long stream);

    /// Returns the names of a kernel, or null if its number is unknown.
    public abstract @Nullable K kernel(long id);
}
