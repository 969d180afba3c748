package io.rocprofiler.sdk.internal.agent;

/// Whom the kernel driver means by a number.
public interface DriverGpus {
    /// The id of the agent; the host's for 0 and for unknown numbers.
    long ofGpu(int gpuId);
}
