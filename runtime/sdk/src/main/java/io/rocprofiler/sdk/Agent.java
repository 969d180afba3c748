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
/// Not for implementation, nor are its parts: see the package.
public interface Agent {
    /// {@return the handle by which records name the agent; never 0}
    long id();

    /// {@return GPU or CPU}
    AgentType type();

    /// {@return the driver's number for the agent, as GPU management tools show it}
    int nodeId();

    /// {@return index in the list of agents, from 0}
    int logicalNodeId();

    /// {@return index among the agents of its type, from 0}
    int logicalNodeTypeId();

    /// {@return instruction set of a GPU, such as `gfx90a`; model name of a CPU}
    String name();

    /// {@return `AMD` or `CPU`, or the name that HSA reports}
    String vendorName();

    /// {@return marketing name, or empty}
    String productName();

    /// {@return the driver's name of the chip, such as `aldebaran`, or empty}
    String modelName();

    /// {@return hardware threads of a CPU; 0 for a GPU}
    int cpuCoreCount();

    /// {@return APIC id of its first hardware thread}
    int cpuCoreIdBase();

    /// {@return its compute units; all 0 for a CPU, except for `cuCount`}
    Compute compute();

    /// {@return its identity outside the profiler}
    Device device();

    /// {@return its clocks, queues and copy engines}
    Engines engines();

    /// {@return which runtimes of this process see it}
    Visibility visibility();

    /// {@return size of its local memory; 0 for a CPU}
    long localMemoryBytes();

    /// {@return banks of its memory, in the driver's order}
    List<MemoryBank> memoryBanks();

    /// {@return its caches, in the driver's order}
    List<Cache> caches();

    /// {@return links from this agent to others}
    List<IoLink> ioLinks();

    /// {@return whether it is a GPU}
    default boolean isGpu() {
        return type() == AgentType.GPU;
    }

    /// {@return whether it is a CPU}
    default boolean isCpu() {
        return type() == AgentType.CPU;
    }

    /// The compute units of a GPU and their limits.
    interface Compute {
        /// {@return compute units, or the cores of a CPU}
        int cuCount();

        /// {@return all SIMD units}
        int simdCount();

        /// {@return SIMD units of a compute unit}
        int simdPerCu();

        /// {@return number of the first SIMD unit}
        int simdIdBase();

        /// {@return work-items per wave}
        int waveFrontSize();

        /// {@return waves that a SIMD unit holds at once}
        int maxWavesPerSimd();

        /// {@return waves that a compute unit holds at once}
        int maxWavesPerCu();

        /// {@return partitions of the chip that work as one (accelerator complex dies)}
        int xccCount();

        /// {@return shader engines}
        int shaderEngineCount();

        /// {@return SIMD arrays of all shader engines}
        int simdArrayCount();

        /// {@return shader arrays of a shader engine}
        int simdArraysPerEngine();

        /// {@return compute units of a shader array}
        int cuPerSimdArray();

        /// {@return compute units of a shader engine}
        int cuPerEngine();

        /// {@return local data share of a compute unit}
        long ldsBytes();

        /// {@return global data share}
        long gdsBytes();

        /// {@return global wave synchronisation entries}
        int gwsCount();

        /// {@return waves of a compute unit that can have scratch memory}
        int maxScratchSlotsPerCu();

        /// {@return work-items in a work-group}
        long workgroupMaxSize();

        /// {@return largest workgroup}
        Extent workgroupMax();

        /// {@return work-items in a grid}
        long gridMaxSize();

        /// {@return largest grid}
        Extent gridMax();
    }

    /// The largest number of work-items in each dimension.
    interface Extent {
        /// {@return the first dimension}
        long x();

        /// {@return the second dimension}
        long y();

        /// {@return the third dimension}
        long z();
    }

    /// The identity of an agent outside the profiler.
    interface Device {
        /// {@return major, minor and stepping in two decimal digits each: 90010 is `gfx90a`}
        int gfxTargetVersion();

        /// {@return the vendor's number on the PCI bus}
        int vendorId();

        /// {@return the device's number on the PCI bus}
        int deviceId();

        /// {@return bus, device and function on the PCI bus: `bus << 8 | device << 3 | function`}
        long locationId();

        /// {@return the domain of the PCI bus}
        int domain();

        /// {@return the driver's family of chips, or the family of a CPU}
        int familyId();

        /// {@return the number by which the driver names the GPU in its events}
        long gpuId();

        /// {@return the same for GPUs that are linked by XGMI; 0 if there is no such link}
        long hiveId();

        /// {@return the number in `/dev/dri/renderD<minor>`}
        int drmRenderMinor();

        /// {@return what `ROCR_VISIBLE_DEVICES=GPU-<16 hexadecimal digits>` names; 0 if it has none}
        long uniqueId();

        /// {@return bits of `HSA_CAPABILITY`}
        long capability();

        /// {@return the version of the firmware of the compute engine}
        int firmwareVersion();

        /// {@return the version of the firmware of the copy engines}
        int sdmaFirmwareVersion();
    }

    /// Clocks, in MHz, and what feeds an agent.
    interface Engines {
        /// {@return the highest clock of the agent itself}
        int maxComputeClockMhz();

        /// {@return the highest clock of the CPU it belongs to}
        int maxCpuClockMhz();

        /// {@return engines that copy between host and device}
        int sdmaEngineCount();

        /// {@return engines that copy over XGMI}
        int sdmaXgmiEngineCount();

        /// {@return user queues of each copy engine}
        int sdmaQueuesPerEngine();

        /// {@return hardware queues}
        int computeQueueCount();
    }

    /// Whether the runtimes of this process see an agent, by `ROCR_VISIBLE_DEVICES`, `HIP_VISIBLE_DEVICES`,
    /// `CUDA_VISIBLE_DEVICES` and `GPU_DEVICE_ORDINAL`.
    interface Visibility {
        /// {@return whether HSA does}
        boolean hsa();

        /// {@return whether HIP does}
        boolean hip();

        /// {@return whether RCCL does}
        boolean rccl();

        /// {@return whether rocDecode does}
        boolean rocdecode();
    }

    /// A bank of memory.
    interface MemoryBank {
        /// {@return the type of heap; null for a number that is none}
        @Nullable
        HsaHeaptype heapType();

        /// {@return bits of `HSA_MEMORYPROPERTY`}
        int flags();

        /// {@return the width of the bus}
        int widthBits();

        /// {@return the highest clock of the memory}
        int maxClockMhz();

        /// {@return the whole size}
        long sizeBytes();
    }

    /// A cache, or several of the same kind.
    interface Cache {
        /// {@return the first unit that uses it}
        long processorIdLow();

        /// {@return the whole size}
        long sizeBytes();

        /// {@return the level: 1 is the nearest}
        int level();

        /// {@return the size of a cache line}
        int lineBytes();

        /// {@return cache lines that share a tag}
        int linesPerTag();

        /// {@return ways of a set}
        int associativity();

        /// {@return the latency; 0 if unknown}
        int latencyNanos();

        /// {@return bits of `HsaCacheType`: data 1, instruction 2, CPU 4, SIMD 8}
        int type();
    }

    /// A link from this agent to another.
    interface IoLink {
        /// {@return the type; null for a number that is none}
        @Nullable
        HsaIolinktype type();

        /// {@return the major version of the link's protocol}
        int versionMajor();

        /// {@return the minor version of the link's protocol}
        int versionMinor();

        /// {@return [Agent#nodeId] of this agent}
        int nodeFrom();

        /// {@return [Agent#nodeId] of the other}
        int nodeTo();

        /// {@return the driver's measure of distance}
        int weight();

        /// {@return the smallest latency; 0 if unknown}
        int minLatencyNanos();

        /// {@return the largest latency; 0 if unknown}
        int maxLatencyNanos();

        /// {@return the smallest bandwidth; 0 if unknown}
        int minBandwidthMbPerSecond();

        /// {@return the largest bandwidth; 0 if unknown}
        int maxBandwidthMbPerSecond();

        /// {@return size of a transfer that uses the link well; 0 if unknown}
        int recommendedTransferBytes();

        /// {@return bits of `HSA_LINKPROPERTY`}
        int flags();
    }
}
