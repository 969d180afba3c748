package io.rocprofiler.sdk.internal.agent;

/// Translates the kernel driver's GPU numbers to agents.
public interface DriverGpus {
    /// Returns the id of the GPU's agent, or the host's id for 0 and for unknown numbers.
    long ofGpu(int gpuId);
}
