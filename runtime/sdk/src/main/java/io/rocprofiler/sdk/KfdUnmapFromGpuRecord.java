package io.rocprofiler.sdk;

/// Pages were unmapped from an agent.
///
/// Not for implementation: see the package.
public non-sealed interface KfdUnmapFromGpuRecord extends KfdRecord {
    /// {@return the agent that lost the pages}
    long agentId();

    /// {@return the address of the first byte that was unmapped}
    long startAddress();

    /// {@return the address after the last byte that was unmapped}
    long endAddress();

    @Override
    KfdUnmapFromGpuRecord copy();
}
