package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.seam.Messages;

/// Explains missing kernel records: a HIP runtime registered, but no GPU was found.
///
/// Thread rule: any thread.
final class GpuAbsence {
    private final Agents agents;
    private volatile boolean isHipThere;

    GpuAbsence(Agents agents) {
        this.agents = agents;
    }

    /// Called when a HIP runtime has registered, which it does with or without a GPU.
    void hipRegistered() {
        isHipThere = true;
    }

    /// Reports the reason if no queue was ever created. A program that did not use HIP, or did not use an existing
    /// GPU, needs no explanation.
    ///
    /// @param isHsaThere whether an HSA runtime has registered, which it does once it is initialised
    void report(boolean isHsaThere) {
        if (!isHsaThere && isHipThere) Messages.warn("no kernels were recorded: HSA has not come up");
        if (isHsaThere && !hasGpu()) Messages.warn("no kernels were recorded: HSA has found no GPU");
    }

    private boolean hasGpu() {
        for (Agent agent : agents.list()) if (agent.type() == AgentType.GPU) return true;
        return false;
    }
}
