package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.abi.HsaAmdMemoryPoolInfo;
import io.rocprofiler.abi.HsaCacheInfo;
import java.util.List;

/// All that [HsaAgents] asks an HSA runtime for, and the environment that hides agents: what a recorder has to write
/// down for [AnsweredQueries].
public final class HsaQuestions {
    private HsaQuestions() {}

    /// The attributes of an agent: `hsa_agent_info_t` and `hsa_amd_agent_info_t`.
    public static int[] ofAgents() {
        return new int[] {
            HsaAgentInfo.NAME.value(),
            HsaAgentInfo.VENDOR_NAME.value(),
            HsaAgentInfo.WAVEFRONT_SIZE.value(),
            HsaAgentInfo.WORKGROUP_MAX_DIM.value(),
            HsaAgentInfo.WORKGROUP_MAX_SIZE.value(),
            HsaAgentInfo.GRID_MAX_DIM.value(),
            HsaAgentInfo.GRID_MAX_SIZE.value(),
            HsaAgentInfo.NODE.value(),
            HsaAgentInfo.DEVICE.value(),
            HsaAmdAgentInfo.CHIP_ID.value(),
            HsaAmdAgentInfo.COMPUTE_UNIT_COUNT.value(),
            HsaAmdAgentInfo.MAX_CLOCK_FREQUENCY.value(),
            HsaAmdAgentInfo.DRIVER_NODE_ID.value(),
            HsaAmdAgentInfo.BDFID.value(),
            HsaAmdAgentInfo.MEMORY_WIDTH.value(),
            HsaAmdAgentInfo.MEMORY_MAX_FREQUENCY.value(),
            HsaAmdAgentInfo.PRODUCT_NAME.value(),
            HsaAmdAgentInfo.MAX_WAVES_PER_CU.value(),
            HsaAmdAgentInfo.NUM_SIMDS_PER_CU.value(),
            HsaAmdAgentInfo.NUM_SHADER_ENGINES.value(),
            HsaAmdAgentInfo.NUM_SHADER_ARRAYS_PER_SE.value(),
            HsaAmdAgentInfo.DOMAIN.value(),
            HsaAmdAgentInfo.UUID.value(),
            HsaAmdAgentInfo.ASIC_FAMILY_ID.value(),
            HsaAmdAgentInfo.UCODE_VERSION.value(),
            HsaAmdAgentInfo.SDMA_UCODE_VERSION.value(),
            HsaAmdAgentInfo.NUM_SDMA_ENG.value(),
            HsaAmdAgentInfo.NUM_SDMA_XGMI_ENG.value(),
            HsaAmdAgentInfo.NUM_XCC.value()
        };
    }

    /// The attributes of an agent's memory pool: `hsa_amd_memory_pool_info_t`.
    public static int[] ofPools() {
        return new int[] {HsaAmdMemoryPoolInfo.SEGMENT.value(), HsaAmdMemoryPoolInfo.SIZE.value()};
    }

    /// The attributes of an agent's cache: `hsa_cache_info_t`.
    public static int[] ofCaches() {
        return new int[] {HsaCacheInfo.LEVEL.value(), HsaCacheInfo.SIZE.value()};
    }

    /// The environment variables that hide GPUs.
    public static List<String> variables() {
        return Visibility.names();
    }
}
