package io.rocprofiler.sdk;

import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A device of the machine that runs work or dispatches it: a GPU, or a CPU with its memory.
///
/// Obtained from [Setup#agents] and [Profiler#agents]. The numbers are those of `rocprofiler_agent_v0_t`. AMD's
/// kernel driver reports them (`/sys/class/kfd/kfd/topology/nodes`) or, where it is absent, the HSA runtime does; a
/// value that neither reports is 0. An agent does not change during the life of the process.
///
/// @param id the handle by which records name the agent; never 0
/// @param type GPU or CPU
/// @param nodeId the driver's number for the agent, as GPU management tools show it
/// @param logicalNodeId index in the list of agents, from 0
/// @param logicalNodeTypeId index among the agents of its type, from 0
/// @param name instruction set of a GPU, such as `gfx90a`; model name of a CPU
/// @param vendorName `AMD` or `CPU`, or the name that HSA reports
/// @param productName marketing name, or empty
/// @param modelName the driver's name of the chip, such as `aldebaran`, or empty
/// @param cpuCoreCount hardware threads of a CPU; 0 for a GPU
/// @param cpuCoreIdBase APIC id of its first hardware thread
/// @param compute its compute units; all 0 for a CPU, except for `cuCount`
/// @param device its identity outside the profiler
/// @param engines its clocks, queues and copy engines
/// @param visibility which runtimes of this process see it
/// @param localMemoryBytes size of its local memory; 0 for a CPU
/// @param memoryBanks in the driver's order
/// @param caches in the driver's order
/// @param ioLinks links from this agent to others
public record Agent(
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
        Compute compute,
        Device device,
        Engines engines,
        Visibility visibility,
        long localMemoryBytes,
        List<MemoryBank> memoryBanks,
        List<Cache> caches,
        List<IoLink> ioLinks) {

    /// Creates an agent.
    public Agent {
        memoryBanks = List.copyOf(memoryBanks);
        caches = List.copyOf(caches);
        ioLinks = List.copyOf(ioLinks);
    }

    /// {@return whether it is a GPU}
    public boolean isGpu() {
        return type == AgentType.GPU;
    }

    /// {@return whether it is a CPU}
    public boolean isCpu() {
        return type == AgentType.CPU;
    }

    /// The compute units of a GPU and their limits.
    ///
    /// @param cuCount compute units, or the cores of a CPU
    /// @param simdCount all SIMD units
    /// @param simdPerCu SIMD units of a compute unit
    /// @param simdIdBase number of the first SIMD unit
    /// @param waveFrontSize work-items per wave
    /// @param maxWavesPerSimd waves that a SIMD unit holds at once
    /// @param maxWavesPerCu waves that a compute unit holds at once
    /// @param xccCount partitions of the chip that work as one (accelerator complex dies)
    /// @param shaderEngineCount shader engines
    /// @param simdArrayCount SIMD arrays of all shader engines
    /// @param simdArraysPerEngine shader arrays of a shader engine
    /// @param cuPerSimdArray compute units of a shader array
    /// @param cuPerEngine compute units of a shader engine
    /// @param ldsBytes local data share of a compute unit
    /// @param gdsBytes global data share
    /// @param gwsCount global wave synchronisation entries
    /// @param maxScratchSlotsPerCu waves of a compute unit that can have scratch memory
    /// @param workgroupMaxSize work-items in a work-group
    /// @param workgroupMax largest workgroup
    /// @param gridMaxSize work-items in a grid
    /// @param gridMax largest grid
    public record Compute(
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
            Extent workgroupMax,
            long gridMaxSize,
            Extent gridMax) {}

    /// The largest number of work-items in each dimension.
    ///
    /// @param x first dimension
    /// @param y second dimension
    /// @param z third dimension
    public record Extent(long x, long y, long z) {}

    /// The identity of an agent outside the profiler.
    ///
    /// @param gfxTargetVersion major, minor and stepping in two decimal digits each: 90010 is `gfx90a`
    /// @param vendorId of the PCI bus
    /// @param deviceId of the PCI bus
    /// @param locationId bus, device and function on the PCI bus: `bus << 8 | device << 3 | function`
    /// @param domain of the PCI bus
    /// @param familyId the driver's family of chips, or the family of a CPU
    /// @param gpuId the number by which the driver names the GPU in its events
    /// @param hiveId the same for GPUs that are linked by XGMI; 0 if there is no such link
    /// @param drmRenderMinor of `/dev/dri/renderD<minor>`
    /// @param uniqueId what `ROCR_VISIBLE_DEVICES=GPU-<16 hexadecimal digits>` names; 0 if it has none
    /// @param capability bits of `HSA_CAPABILITY`
    /// @param firmwareVersion of the compute engine
    /// @param sdmaFirmwareVersion of the copy engines
    public record Device(
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
            int sdmaFirmwareVersion) {}

    /// Clocks, in MHz, and what feeds an agent.
    ///
    /// @param maxComputeClockMhz of the agent itself
    /// @param maxCpuClockMhz of the CPU it belongs to
    /// @param sdmaEngineCount engines that copy between host and device
    /// @param sdmaXgmiEngineCount engines that copy over XGMI
    /// @param sdmaQueuesPerEngine user queues of each copy engine
    /// @param computeQueueCount hardware queues
    public record Engines(
            int maxComputeClockMhz,
            int maxCpuClockMhz,
            int sdmaEngineCount,
            int sdmaXgmiEngineCount,
            int sdmaQueuesPerEngine,
            int computeQueueCount) {}

    /// Whether the runtimes of this process see an agent, by `ROCR_VISIBLE_DEVICES`, `HIP_VISIBLE_DEVICES`,
    /// `CUDA_VISIBLE_DEVICES` and `GPU_DEVICE_ORDINAL`.
    ///
    /// @param hsa whether HSA does
    /// @param hip whether HIP does
    /// @param rccl whether RCCL does
    /// @param rocdecode whether rocDecode does
    public record Visibility(boolean hsa, boolean hip, boolean rccl, boolean rocdecode) {}

    /// A bank of memory.
    ///
    /// @param heapType null for a number that is none
    /// @param flags bits of `HSA_MEMORYPROPERTY`
    /// @param widthBits of the bus
    /// @param maxClockMhz of the memory
    /// @param sizeBytes all of it
    public record MemoryBank(
            @Nullable HsaHeaptype heapType, int flags, int widthBits, int maxClockMhz, long sizeBytes) {}

    /// A cache, or several of the same kind.
    ///
    /// @param processorIdLow the first unit that uses it
    /// @param sizeBytes all of it
    /// @param level 1 is the nearest
    /// @param lineBytes of one cache line
    /// @param linesPerTag cache lines that share a tag
    /// @param associativity ways of a set
    /// @param latencyNanos 0 if unknown
    /// @param type bits of `HsaCacheType`: data 1, instruction 2, CPU 4, SIMD 8
    public record Cache(
            long processorIdLow,
            long sizeBytes,
            int level,
            int lineBytes,
            int linesPerTag,
            int associativity,
            int latencyNanos,
            int type) {}

    /// A link from this agent to another.
    ///
    /// @param type null for a number that is none
    /// @param versionMajor of the link's protocol
    /// @param versionMinor of the link's protocol
    /// @param nodeFrom [Agent#nodeId] of this agent
    /// @param nodeTo [Agent#nodeId] of the other
    /// @param weight the driver's measure of distance
    /// @param minLatencyNanos 0 if unknown
    /// @param maxLatencyNanos 0 if unknown
    /// @param minBandwidthMbPerSecond 0 if unknown
    /// @param maxBandwidthMbPerSecond 0 if unknown
    /// @param recommendedTransferBytes size of a transfer that uses the link well; 0 if unknown
    /// @param flags bits of `HSA_LINKPROPERTY`
    public record IoLink(
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
            int flags) {}
}
