package io.rocprofiler.sdk.internal.agent;

/// What we ask of the HSA runtime of this process ourselves, past all wrappers.
///
/// Thread rule: any thread that holds no lock: the runtime may take its own.
public interface HsaQueries {
    /// Handles of the agents; empty while there is no runtime or it is not up.
    long[] agents();

    /// Handles of an agent's memory pools; empty if it has none or will not say.
    long[] pools(long agent);

    /// Handles of an agent's regions: the same memory by its older name.
    long[] regions(long agent);

    /// Handles of an agent's caches; empty if it has none or will not say.
    long[] caches(long agent);

    /// Writes an attribute of an agent to `value`, which has room for it.
    ///
    /// @return false if the runtime does not know it
    boolean agentInfo(long agent, int attribute, long value);

    /// As [#agentInfo], of a memory pool.
    boolean poolInfo(long pool, int attribute, long value);

    /// As [#agentInfo], of a cache.
    boolean cacheInfo(long cache, int attribute, long value);

    /// The handle of the agent that a queue belongs to, 0 if the runtime does not tell.
    long queueAgent(long queue);
}
