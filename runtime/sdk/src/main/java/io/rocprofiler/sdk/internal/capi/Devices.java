package io.rocprofiler.sdk.internal.capi;

/// What the GPUs of this machine offer to the services that are not tracing.
///
/// An agent is named by its `rocprofiler_agent_id_t`. Thread rule: any thread.
interface Devices {
    /// Whether this is a GPU of this machine.
    boolean has(long agent);

    /// Whether its counters can be read.
    boolean counts(long agent);

    /// Whether its program counter can be sampled.
    boolean samples(long agent);

    /// Whether its threads can be traced.
    boolean traces(long agent);
}
