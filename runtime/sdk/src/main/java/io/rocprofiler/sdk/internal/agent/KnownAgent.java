package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent as it was read.
record KnownAgent(
        long id,
        AgentType type,
        int nodeId,
        int logicalNodeId,
        int logicalNodeTypeId,
        String name,
        String vendorName,
        String productName,
        String modelName,
        int cpuCoreCount,
        int cpuCoreIdBase,
        Agent.Compute compute,
        Agent.Device device,
        Agent.Engines engines,
        Agent.Visibility visibility,
        long localMemoryBytes,
        List<Agent.MemoryBank> memoryBanks,
        List<Agent.Cache> caches,
        List<Agent.IoLink> ioLinks)
        implements Agent {

    /// Copies the lists.
    public KnownAgent {
        memoryBanks = List.copyOf(memoryBanks);
        caches = List.copyOf(caches);
        ioLinks = List.copyOf(ioLinks);
    }

    /// [Agent.Compute], as it was read.
    record Compute(
            int cuCount,
            int simdCount,
            int simdPerCu,
            int simdIdBase,
            int waveFrontSize,
            int maxWavesPerSimd,
            int maxWavesPerCu,
            int xccCount,
            int shaderEngineCount,
            int simdArrayCount,
            int simdArraysPerEngine,
            int cuPerSimdArray,
            int cuPerEngine,
            long ldsBytes,
            long gdsBytes,
            int gwsCount,
            int maxScratchSlotsPerCu,
            long workgroupMaxSize,
            Agent.Extent workgroupMax,
            long gridMaxSize,
            Agent.Extent gridMax)
            implements Agent.Compute {}

    /// [Agent.Extent], as it was read.
    record Extent(long x, long y, long z) implements Agent.Extent {}

    /// [Agent.Device], as it was read.
    record Device(
            int gfxTargetVersion,
            int vendorId,
            int deviceId,
            long locationId,
            int domain,
            int familyId,
            long gpuId,
            long hiveId,
            int drmRenderMinor,
            long uniqueId,
            long capability,
            int firmwareVersion,
            int sdmaFirmwareVersion)
            implements Agent.Device {}

    /// [Agent.Engines], as it was read.
    record Engines(
            int maxComputeClockMhz,
            int maxCpuClockMhz,
            int sdmaEngineCount,
            int sdmaXgmiEngineCount,
            int sdmaQueuesPerEngine,
            int computeQueueCount)
            implements Agent.Engines {}

    /// [Agent.Visibility], as it was read.
    record Visibility(boolean hsa, boolean hip, boolean rccl, boolean rocdecode) implements Agent.Visibility {}

    /// [Agent.MemoryBank], as it was read.
    record MemoryBank(@Nullable HsaHeaptype heapType, int flags, int widthBits, int maxClockMhz, long sizeBytes)
            implements Agent.MemoryBank {}

    /// [Agent.Cache], as it was read.
    record Cache(
            long processorIdLow,
            long sizeBytes,
            int level,
            int lineBytes,
            int linesPerTag,
            int associativity,
            int latencyNanos,
            int type)
            implements Agent.Cache {}

    /// [Agent.IoLink], as it was read.
    record IoLink(
            @Nullable HsaIolinktype type,
            int versionMajor,
            int versionMinor,
            int nodeFrom,
            int nodeTo,
            int weight,
            int minLatencyNanos,
            int maxLatencyNanos,
            int minBandwidthMbPerSecond,
            int maxBandwidthMbPerSecond,
            int recommendedTransferBytes,
            int flags)
            implements Agent.IoLink {}
}
