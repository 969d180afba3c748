package io.rocprofiler.sdk;

/// Pages were unmapped from an agent.
public non-sealed interface KfdUnmapFromGpuRecord extends KfdRecord {
    /// {@return the agent that lost the pages}
    long agentId();

    /// {@return the first byte that was unmapped}
    long startAddress();

    /// {@return behind the last byte that was unmapped}
    long endAddress();

    @Override
    KfdUnmapFromGpuRecord copy();
}
