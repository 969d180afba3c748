package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.seam.Messages;

/// Why there are no kernels where somebody asked for them: HIP was there, and no GPU.
///
/// Thread rule: any thread.
final class GpuAbsence {
    private final Agents agents;
    private volatile boolean isHipThere;

    GpuAbsence(Agents agents) {
        this.agents = agents;
    }

    /// A HIP runtime has registered. It does so whether it finds a GPU or not.
    void hipRegistered() {
        isHipThere = true;
    }

    /// No queue was ever made. A program that has not touched HIP, nor a GPU that is there, needs no explanation.
    ///
    /// @param isHsaThere whether an HSA runtime has registered, which it does when it has come up
    void report(boolean isHsaThere) {
        if (!isHsaThere && isHipThere) Messages.warn("no kernels were recorded: HSA has not come up");
        if (isHsaThere && !hasGpu()) Messages.warn("no kernels were recorded: HSA has found no GPU");
    }

    private boolean hasGpu() {
        for (Agent agent : agents.list()) if (agent.type() == AgentType.GPU) return true;
        return false;
    }
}
