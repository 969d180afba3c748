package io.rocprofiler.sdk.internal.agent;

/// Where agents come from.
///
/// Thread rule: any thread.
public interface AgentSource {
    /// Where this machine describes its agents.
    MachineFiles machine();

    /// The HSA runtime of this process, past all wrappers.
    HsaQueries hsa();
}
