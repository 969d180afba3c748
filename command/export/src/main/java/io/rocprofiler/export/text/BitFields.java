package io.rocprofiler.export.text;

import io.rocprofiler.abi.AgentRuntimeVisiblity;
import io.rocprofiler.abi.HsaCacheType;
import io.rocprofiler.abi.HsaCapability;
import io.rocprofiler.abi.HsaEngineId;
import io.rocprofiler.abi.HsaEngineVersion;
import io.rocprofiler.abi.HsaLinkproperty;
import io.rocprofiler.abi.HsaMemoryproperty;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;

/// Splits an agent's bit-field words into their parts, from the lowest bit, with the names of the C fields.
public final class BitFields {

    /// One part, directly above the previous one.
    private record Field(String name, int bits) {}

    private final List<Field> fields;

    /// The parts of `capability`.
    public static final BitFields CAPABILITY = new BitFields(List.of(
            new Field("HotPluggable", HsaCapability.UI32_HOT_PLUGGABLE_BITS),
            new Field("HSAMMUPresent", HsaCapability.UI32_HSAMMU_PRESENT_BITS),
            new Field("SharedWithGraphics", HsaCapability.UI32_SHARED_WITH_GRAPHICS_BITS),
            new Field("QueueSizePowerOfTwo", HsaCapability.UI32_QUEUE_SIZE_POWER_OF_TWO_BITS),
            new Field("QueueSize32bit", HsaCapability.UI32_QUEUE_SIZE32BIT_BITS),
            new Field("QueueIdleEvent", HsaCapability.UI32_QUEUE_IDLE_EVENT_BITS),
            new Field("VALimit", HsaCapability.UI32_VA_LIMIT_BITS),
            new Field("WatchPointsSupported", HsaCapability.UI32_WATCH_POINTS_SUPPORTED_BITS),
            new Field("WatchPointsTotalBits", HsaCapability.UI32_WATCH_POINTS_TOTAL_BITS_BITS),
            new Field("DoorbellType", HsaCapability.UI32_DOORBELL_TYPE_BITS),
            new Field("AQLQueueDoubleMap", HsaCapability.UI32_AQL_QUEUE_DOUBLE_MAP_BITS),
            new Field("DebugTrapSupported", HsaCapability.UI32_DEBUG_TRAP_SUPPORTED_BITS),
            new Field("WaveLaunchTrapOverrideSupported", HsaCapability.UI32_WAVE_LAUNCH_TRAP_OVERRIDE_SUPPORTED_BITS),
            new Field("WaveLaunchModeSupported", HsaCapability.UI32_WAVE_LAUNCH_MODE_SUPPORTED_BITS),
            new Field("PreciseMemoryOperationsSupported", HsaCapability.UI32_PRECISE_MEMORY_OPERATIONS_SUPPORTED_BITS),
            new Field("DEPRECATED_SRAM_EDCSupport", HsaCapability.UI32_DEPRECATED_SRAM_EDC_SUPPORT_BITS),
            new Field("Mem_EDCSupport", HsaCapability.UI32_MEM_EDC_SUPPORT_BITS),
            new Field("RASEventNotify", HsaCapability.UI32_RAS_EVENT_NOTIFY_BITS),
            new Field("ASICRevision", HsaCapability.UI32_ASIC_REVISION_BITS),
            new Field("SRAM_EDCSupport", HsaCapability.UI32_SRAM_EDC_SUPPORT_BITS),
            new Field("SVMAPISupported", HsaCapability.UI32_SVMAPI_SUPPORTED_BITS),
            new Field("CoherentHostAccess", HsaCapability.UI32_COHERENT_HOST_ACCESS_BITS),
            new Field("DebugSupportedFirmware", HsaCapability.UI32_DEBUG_SUPPORTED_FIRMWARE_BITS),
            new Field("PreciseALUOperationsSupported", HsaCapability.UI32_PRECISE_ALU_OPERATIONS_SUPPORTED_BITS),
            new Field("PerQueueResetSupported", HsaCapability.UI32_PER_QUEUE_RESET_SUPPORTED_BITS)));

    /// The parts of `fw_version`.
    public static final BitFields FIRMWARE = new BitFields(List.of(
            new Field("uCode", HsaEngineId.UI32_U_CODE_BITS),
            new Field("Major", HsaEngineId.UI32_MAJOR_BITS),
            new Field("Minor", HsaEngineId.UI32_MINOR_BITS),
            new Field("Stepping", HsaEngineId.UI32_STEPPING_BITS)));

    /// The parts of `sdma_fw_version`.
    public static final BitFields SDMA_FIRMWARE = new BitFields(List.of(
            new Field("uCodeSDMA", HsaEngineVersion.U_CODE_SDMA_BITS),
            new Field("uCodeRes", HsaEngineVersion.U_CODE_RES_BITS)));

    /// The parts of a memory bank's `flags`.
    public static final BitFields MEMORY = new BitFields(List.of(
            new Field("HotPluggable", HsaMemoryproperty.UI32_HOT_PLUGGABLE_BITS),
            new Field("NonVolatile", HsaMemoryproperty.UI32_NON_VOLATILE_BITS)));

    /// The parts of a cache's `type`.
    public static final BitFields CACHE = new BitFields(List.of(
            new Field("Data", HsaCacheType.UI32_DATA_BITS),
            new Field("Instruction", HsaCacheType.UI32_INSTRUCTION_BITS),
            new Field("CPU", HsaCacheType.UI32_CPU_BITS),
            new Field("HSACU", HsaCacheType.UI32_HSACU_BITS)));

    /// The parts of a link's `flags`.
    public static final BitFields LINK = new BitFields(List.of(
            new Field("Override", HsaLinkproperty.UI32_OVERRIDE_BITS),
            new Field("NonCoherent", HsaLinkproperty.UI32_NON_COHERENT_BITS),
            new Field("NoAtomics32bit", HsaLinkproperty.UI32_NO_ATOMICS32BIT_BITS),
            new Field("NoAtomics64bit", HsaLinkproperty.UI32_NO_ATOMICS64BIT_BITS),
            new Field("NoPeerToPeerDMA", HsaLinkproperty.UI32_NO_PEER_TO_PEER_DMA_BITS)));

    /// The parts of `runtime_visibility`.
    public static final BitFields VISIBILITY = new BitFields(List.of(
            new Field("hsa", AgentRuntimeVisiblity.HSA_BITS),
            new Field("hip", AgentRuntimeVisiblity.HIP_BITS),
            new Field("rccl", AgentRuntimeVisiblity.RCCL_BITS),
            new Field("rocdecode", AgentRuntimeVisiblity.ROCDECODE_BITS)));

    private BitFields(List<Field> fields) {
        this.fields = fields;
    }

    /// Passes each part's name and value to `action`.
    public void split(long word, ObjLongConsumer<String> action) {
        long rest = word;
        for (Field field : fields) {
            action.accept(field.name(), rest & (1L << field.bits()) - 1);
            rest >>>= field.bits();
        }
    }

    /// Returns the word of which these are the parts.
    public long joined(ToLongFunction<String> parts) {
        long word = 0;
        int shift = 0;
        for (Field field : fields) {
            word |= (parts.applyAsLong(field.name()) & (1L << field.bits()) - 1) << shift;
            shift += field.bits();
        }
        return word;
    }

    /// Returns the lowest part's value.
    public long first(long word) {
        return word & (1L << fields.getFirst().bits()) - 1;
    }
}
