package io.rocprofiler.sdk.internal.agent;

/// The sources from which agents are read.
///
/// Thread rule: any thread.
public interface AgentSource {
    /// The files with which this machine describes its agents.
    MachineFiles machine();

    /// Queries to the HSA runtime of this process that bypass all wrappers.
    HsaQueries hsa();
}
