package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.sdk.internal.agent.Agents;

/// The GPUs of a real process. They are there to be traced: this engine knows the counters of no architecture
/// and drives neither PC sampling nor thread trace, so that what needs them answers as AMD's library does where
/// hardware or driver cannot do it.
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
