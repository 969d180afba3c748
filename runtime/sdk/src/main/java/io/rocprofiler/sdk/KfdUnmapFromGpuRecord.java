package io.rocprofiler.sdk;

/// Pages were unmapped from an agent.
public non-sealed interface KfdUnmapFromGpuRecord extends KfdRecord {
    long agentId();

    long startAddress();

    long endAddress();

    @Override
    KfdUnmapFromGpuRecord copy();
}
