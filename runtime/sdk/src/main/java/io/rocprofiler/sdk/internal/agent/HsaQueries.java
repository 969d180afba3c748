package io.rocprofiler.sdk.internal.agent;

/// The profiler's own queries to the HSA runtime of this process, which bypass all wrappers.
///
/// Thread rule: any thread that holds no lock, because the runtime may take its own.
public interface HsaQueries {
    /// Handles of the agents; empty if there is no runtime or it is not initialised.
    long[] agents();

    /// Handles of an agent's memory pools; empty if it has none or the query fails.
    long[] pools(long agent);

    /// Handles of an agent's regions, HSA's older name for the same memory.
    long[] regions(long agent);

    /// Handles of an agent's caches; empty if it has none or the query fails.
    long[] caches(long agent);

    /// Writes an attribute of an agent to `value`, which must be large enough.
    ///
    /// @return false if the runtime does not know it
    boolean agentInfo(long agent, int attribute, long value);

    /// Writes an attribute of a memory pool, as [#agentInfo] does for an agent.
    boolean poolInfo(long pool, int attribute, long value);

    /// Writes an attribute of a cache, as [#agentInfo] does for an agent.
    boolean cacheInfo(long cache, int attribute, long value);

    /// Returns the handle of the agent that a queue belongs to, or 0 if the runtime does not report it.
    long queueAgent(long queue);
}
