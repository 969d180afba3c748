package io.rocprofiler.sdk.internal.capi;

/// The capabilities of this machine's GPUs for services other than tracing.
///
/// An agent is identified by its `rocprofiler_agent_id_t`. Thread rule: any thread.
interface Devices {
    /// Whether the agent is a GPU of this machine.
    boolean has(long agent);

    /// Whether its counters can be read.
    boolean counts(long agent);

    /// Whether its program counter can be sampled.
    boolean samples(long agent);

    /// Whether its threads can be traced.
    boolean traces(long agent);
}
