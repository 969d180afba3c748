package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentCache;
import io.rocprofiler.abi.AgentIoLink;
import io.rocprofiler.abi.AgentMemBank;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.Dim3;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;

/// Reads a native agent struct into an [Agent] of the Java API.
final class AgentReader {
    private static final int KIB = 1024;
    private static final int MAX_TEXT_BYTES = 4096;

    private AgentReader() {}

    static Agent read(long agent) {
        return new KnownAgent(
                u64(agent, AgentV0.ID),
                AgentStruct.type(agent),
                u32(agent, AgentV0.NODE_ID),
                u32(agent, AgentV0.LOGICAL_NODE_ID),
                u32(agent, AgentV0.LOGICAL_NODE_TYPE_ID),
                text(agent, AgentV0.NAME),
                text(agent, AgentV0.VENDOR_NAME),
                text(agent, AgentV0.PRODUCT_NAME),
                text(agent, AgentV0.MODEL_NAME),
                u32(agent, AgentV0.CPU_CORES_COUNT),
                u32(agent, AgentV0.CPU_CORE_ID_BASE),
                compute(agent),
                device(agent),
                engines(agent),
                visibility(u32(agent, AgentV0.RUNTIME_VISIBILITY)),
                u64(agent, AgentV0.LOCAL_MEM_SIZE),
                banks(agent),
                caches(agent),
                links(agent));
    }

    private static Agent.Compute compute(long agent) {
        return new KnownAgent.Compute(
                u32(agent, AgentV0.CU_COUNT),
                u32(agent, AgentV0.SIMD_COUNT),
                u32(agent, AgentV0.SIMD_PER_CU),
                u32(agent, AgentV0.SIMD_ID_BASE),
                u32(agent, AgentV0.WAVE_FRONT_SIZE),
                u32(agent, AgentV0.MAX_WAVES_PER_SIMD),
                u32(agent, AgentV0.MAX_WAVES_PER_CU),
                u32(agent, AgentV0.NUM_XCC),
                u32(agent, AgentV0.NUM_SHADER_BANKS),
                u32(agent, AgentV0.ARRAY_COUNT),
                u32(agent, AgentV0.SIMD_ARRAYS_PER_ENGINE),
                u32(agent, AgentV0.CU_PER_SIMD_ARRAY),
                u32(agent, AgentV0.CU_PER_ENGINE),
                unsigned(agent, AgentV0.LDS_SIZE_IN_KB) * KIB,
                unsigned(agent, AgentV0.GDS_SIZE_IN_KB) * KIB,
                u32(agent, AgentV0.NUM_GWS),
                u32(agent, AgentV0.MAX_SLOTS_SCRATCH_CU),
                unsigned(agent, AgentV0.WORKGROUP_MAX_SIZE),
                extent(agent + AgentV0.WORKGROUP_MAX_DIM),
                unsigned(agent, AgentV0.GRID_MAX_SIZE),
                extent(agent + AgentV0.GRID_MAX_DIM));
    }

    private static Agent.Extent extent(long dim3) {
        return new KnownAgent.Extent(unsigned(dim3, Dim3.X), unsigned(dim3, Dim3.Y), unsigned(dim3, Dim3.Z));
    }

    private static Agent.Device device(long agent) {
        return new KnownAgent.Device(
                u32(agent, AgentV0.GFX_TARGET_VERSION),
                Memory.getShort(agent + AgentV0.VENDOR_ID) & 0xFFFF,
                Memory.getShort(agent + AgentV0.DEVICE_ID) & 0xFFFF,
                unsigned(agent, AgentV0.LOCATION_ID),
                u32(agent, AgentV0.DOMAIN),
                u32(agent, AgentV0.FAMILY_ID),
                u64(agent, AgentV0.GPU_ID),
                u64(agent, AgentV0.HIVE_ID),
                u32(agent, AgentV0.DRM_RENDER_MINOR),
                AgentStruct.uniqueId(agent),
                unsigned(agent, AgentV0.CAPABILITY),
                u32(agent, AgentV0.FW_VERSION),
                u32(agent, AgentV0.SDMA_FW_VERSION));
    }

    private static Agent.Engines engines(long agent) {
        return new KnownAgent.Engines(
                u32(agent, AgentV0.MAX_ENGINE_CLK_FCOMPUTE),
                u32(agent, AgentV0.MAX_ENGINE_CLK_CCOMPUTE),
                u32(agent, AgentV0.NUM_SDMA_ENGINES),
                u32(agent, AgentV0.NUM_SDMA_XGMI_ENGINES),
                u32(agent, AgentV0.NUM_SDMA_QUEUES_PER_ENGINE),
                u32(agent, AgentV0.NUM_CP_QUEUES));
    }

    private static Agent.Visibility visibility(int bits) {
        return new KnownAgent.Visibility(
                (bits & Visibility.HSA) != 0,
                (bits & Visibility.HIP) != 0,
                (bits & Visibility.RCCL) != 0,
                (bits & Visibility.ROCDECODE) != 0);
    }

    private static List<Agent.MemoryBank> banks(long agent) {
        List<Agent.MemoryBank> banks = new ArrayList<>();
        long bank = u64(agent, AgentV0.MEM_BANKS);
        for (int i = 0; i < u32(agent, AgentV0.MEM_BANKS_COUNT); i++, bank += AgentMemBank.SIZEOF) {
            banks.add(new KnownAgent.MemoryBank(
                    HsaHeaptype.of(u32(bank, AgentMemBank.HEAP_TYPE)),
                    u32(bank, AgentMemBank.FLAGS),
                    u32(bank, AgentMemBank.WIDTH),
                    u32(bank, AgentMemBank.MEM_CLK_MAX),
                    u64(bank, AgentMemBank.SIZE_IN_BYTES)));
        }
        return banks;
    }

    private static List<Agent.Cache> caches(long agent) {
        List<Agent.Cache> caches = new ArrayList<>();
        long cache = u64(agent, AgentV0.CACHES);
        for (int i = 0; i < u32(agent, AgentV0.CACHES_COUNT); i++, cache += AgentCache.SIZEOF) {
            caches.add(new KnownAgent.Cache(
                    u64(cache, AgentCache.PROCESSOR_ID_LOW),
                    u64(cache, AgentCache.SIZE) * KIB,
                    u32(cache, AgentCache.LEVEL),
                    u32(cache, AgentCache.CACHE_LINE_SIZE),
                    u32(cache, AgentCache.CACHE_LINES_PER_TAG),
                    u32(cache, AgentCache.ASSOCIATION),
                    u32(cache, AgentCache.LATENCY),
                    u32(cache, AgentCache.TYPE)));
        }
        return caches;
    }

    private static List<Agent.IoLink> links(long agent) {
        List<Agent.IoLink> links = new ArrayList<>();
        long link = u64(agent, AgentV0.IO_LINKS);
        for (int i = 0; i < u32(agent, AgentV0.IO_LINKS_COUNT); i++, link += AgentIoLink.SIZEOF) {
            links.add(new KnownAgent.IoLink(
                    HsaIolinktype.of(u32(link, AgentIoLink.TYPE)),
                    u32(link, AgentIoLink.VERSION_MAJOR),
                    u32(link, AgentIoLink.VERSION_MINOR),
                    u32(link, AgentIoLink.NODE_FROM),
                    u32(link, AgentIoLink.NODE_TO),
                    u32(link, AgentIoLink.WEIGHT),
                    u32(link, AgentIoLink.MIN_LATENCY),
                    u32(link, AgentIoLink.MAX_LATENCY),
                    u32(link, AgentIoLink.MIN_BANDWIDTH),
                    u32(link, AgentIoLink.MAX_BANDWIDTH),
                    u32(link, AgentIoLink.RECOMMENDED_TRANSFER_SIZE),
                    u32(link, AgentIoLink.FLAGS)));
        }
        return links;
    }

    private static int u32(long struct, int offset) {
        return Memory.getInt(struct + offset);
    }

    private static long unsigned(long struct, int offset) {
        return Integer.toUnsignedLong(Memory.getInt(struct + offset));
    }

    private static long u64(long struct, int offset) {
        return Memory.getLong(struct + offset);
    }

    private static String text(long struct, int offset) {
        String text = CStrings.read(u64(struct, offset), MAX_TEXT_BYTES);
        return text == null ? "" : text;
    }
}
