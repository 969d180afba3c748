package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.sdk.internal.agent.Agents;

/// The GPUs of a real process. The engine supports tracing only: it has no counter definitions for any architecture
/// and implements neither PC sampling nor thread trace, so that these services answer as AMD's library does if
/// hardware or driver lack support.
final class InstalledDevices implements Devices {
    private final Agents agents;

    InstalledDevices(Agents agents) {
        this.agents = agents;
    }

    @Override
    public boolean has(long agent) {
        return agents.table().isGpu(agent);
    }

    @Override
    public boolean counts(long agent) {
        return false;
    }

    @Override
    public boolean samples(long agent) {
        return false;
    }

    @Override
    public boolean traces(long agent) {
        return false;
    }
}
