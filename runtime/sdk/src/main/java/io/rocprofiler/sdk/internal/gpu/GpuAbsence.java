package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.RegisterLibrary;
import java.util.List;

/// Explains missing records: of kernels where a HIP runtime registered, but no GPU was found; of calls of a HIP that
/// neither registers, as distributions build it, nor has tables that could be found.
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

    /// Reports a HIP that could not be traced, where a tool wants its calls.
    void reportHip(List<TracingContext> contexts) {
        if (isHipThere || contexts.stream().noneMatch(GpuAbsence::wantsHip)) return;
        if (RegisterLibrary.isHipMissed())
            Messages.warn("HIP's calls are not traced: this HIP does not register, and is older than 6.0, or unknown."
                    + " Its kernels and copies are, as work of HSA");
    }

    /// Clients of roctracer have their own way to HIP.
    private static boolean wantsHip(TracingContext context) {
        return context.wasActive()
                && !context.client().isRoctracer()
                && (context.asksFor(CallbackTracingKind.HIP_RUNTIME_API, BufferTracingKind.HIP_RUNTIME_API)
                        || context.asksFor(null, BufferTracingKind.HIP_RUNTIME_API_EXT));
    }

    private boolean hasGpu() {
        for (Agent agent : agents.list()) if (agent.type() == AgentType.GPU) return true;
        return false;
    }
}
