package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.CopiedKfdUnmapFromGpuRecord;
import io.rocprofiler.sdk.internal.view.KfdEventUnmapFromGpuView;
import io.rocprofiler.sdk.testing.Doubles;

/// Pages were unmapped from an agent.
public sealed interface KfdUnmapFromGpuRecord extends KfdRecord
        permits KfdEventUnmapFromGpuView, CopiedKfdUnmapFromGpuRecord, Doubles.OfKfdUnmapFromGpuRecord {
    /// {@return the agent that lost the pages}
    long agentId();

    /// {@return the address of the first byte that was unmapped}
    long startAddress();

    /// {@return the address after the last byte that was unmapped}
    long endAddress();

    @Override
    KfdUnmapFromGpuRecord copy();
}
