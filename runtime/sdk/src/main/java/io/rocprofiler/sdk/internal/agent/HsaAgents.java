package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentCache;
import io.rocprofiler.abi.AgentMemBank;
import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaAmdAgentInfo;
import io.rocprofiler.abi.HsaAmdMemoryPoolInfo;
import io.rocprofiler.abi.HsaAmdSegment;
import io.rocprofiler.abi.HsaCacheInfo;
import io.rocprofiler.abi.HsaDeviceType;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;

/// Agents as the HSA runtime describes them, for systems without the kernel driver: a software GPU, or Windows
/// Subsystem for Linux.
///
/// Asks for what [HsaQuestions] lists, and for nothing else. Values that HSA does not report stay 0: links, all fields
/// of a cache except level and size, the driver's numbers.
final class HsaAgents implements AutoCloseable {
    /// The longest attributes are texts of 64 bytes.
    static final int VALUE_BYTES = 256;

    private static final int TEXT_BYTES = 64;
    private static final String UUID_PREFIX = "GPU-";
    private static final int KIB = 1024;

    private final HsaQueries hsa;
    // Lifetime: until close; HSA keeps no pointer into it.
    private final Arena arena = Arena.ofConfined();
    private final long value = arena.allocate(VALUE_BYTES, 8).address();

    HsaAgents(HsaQueries hsa) {
        this.hsa = hsa;
    }

    @Override
    public void close() {
        arena.close();
    }

    /// Creates the agent with this HSA handle.
    long read(long handle) {
        long agent = AgentStruct.create();
        boolean gpu = u32(handle, HsaAgentInfo.DEVICE.value()) == HsaDeviceType.GPU.value();
        boolean cpu = !gpu && u32(handle, HsaAgentInfo.DEVICE.value()) == HsaDeviceType.CPU.value();
        AgentType type = gpu ? AgentType.GPU : cpu ? AgentType.CPU : AgentType.NONE;
        Memory.putInt(agent + AgentV0.TYPE, type.value());
        Memory.putInt(agent + AgentV0.NODE_ID, node(handle));
        AgentStruct.text(agent, AgentV0.NAME, text(handle, HsaAgentInfo.NAME.value()));
        AgentStruct.text(agent, AgentV0.VENDOR_NAME, text(handle, HsaAgentInfo.VENDOR_NAME.value()));
        AgentStruct.text(agent, AgentV0.PRODUCT_NAME, text(handle, HsaAmdAgentInfo.PRODUCT_NAME.value()));
        put(agent, AgentV0.LOCATION_ID, handle, HsaAmdAgentInfo.BDFID);
        put(agent, AgentV0.DOMAIN, handle, HsaAmdAgentInfo.DOMAIN);
        put(agent, AgentV0.FAMILY_ID, handle, HsaAmdAgentInfo.ASIC_FAMILY_ID);
        Memory.putShort(agent + AgentV0.DEVICE_ID, (short) u32(handle, HsaAmdAgentInfo.CHIP_ID.value()));
        put(agent, AgentV0.NUM_XCC, handle, HsaAmdAgentInfo.NUM_XCC);
        if (gpu) gpu(agent, handle);
        else put(agent, AgentV0.MAX_ENGINE_CLK_CCOMPUTE, handle, HsaAmdAgentInfo.MAX_CLOCK_FREQUENCY);
        if (cpu) put(agent, AgentV0.CPU_CORES_COUNT, handle, HsaAmdAgentInfo.COMPUTE_UNIT_COUNT);
        AgentStruct.derive(agent);
        memory(agent, handle, gpu);
        caches(agent, handle);
        return agent;
    }

    /// The driver's number of the node.
    int node(long handle) {
        boolean driver = known(handle, HsaAmdAgentInfo.DRIVER_NODE_ID.value());
        return driver ? Memory.getInt(value) : u32(handle, HsaAgentInfo.NODE.value());
    }

    private void gpu(long agent, long handle) {
        int simdPerCu = u32(handle, HsaAmdAgentInfo.NUM_SIMDS_PER_CU.value());
        int cus = u32(handle, HsaAmdAgentInfo.COMPUTE_UNIT_COUNT.value());
        int wavesPerCu = u32(handle, HsaAmdAgentInfo.MAX_WAVES_PER_CU.value());
        int engines = u32(handle, HsaAmdAgentInfo.NUM_SHADER_ENGINES.value());
        int arraysPerEngine = u32(handle, HsaAmdAgentInfo.NUM_SHADER_ARRAYS_PER_SE.value());
        int arrays = engines * arraysPerEngine;
        Memory.putInt(agent + AgentV0.SIMD_PER_CU, simdPerCu);
        Memory.putInt(agent + AgentV0.SIMD_COUNT, cus * simdPerCu);
        Memory.putInt(agent + AgentV0.MAX_WAVES_PER_SIMD, simdPerCu == 0 ? 0 : wavesPerCu / simdPerCu);
        Memory.putInt(agent + AgentV0.SIMD_ARRAYS_PER_ENGINE, arraysPerEngine);
        Memory.putInt(agent + AgentV0.ARRAY_COUNT, arrays);
        Memory.putInt(agent + AgentV0.CU_PER_SIMD_ARRAY, arrays == 0 ? 0 : cus / arrays);
        put(agent, AgentV0.MAX_ENGINE_CLK_FCOMPUTE, handle, HsaAmdAgentInfo.MAX_CLOCK_FREQUENCY);
        put(agent, AgentV0.NUM_SDMA_ENGINES, handle, HsaAmdAgentInfo.NUM_SDMA_ENG);
        put(agent, AgentV0.NUM_SDMA_XGMI_ENGINES, handle, HsaAmdAgentInfo.NUM_SDMA_XGMI_ENG);
        put(agent, AgentV0.FW_VERSION, handle, HsaAmdAgentInfo.UCODE_VERSION);
        put(agent, AgentV0.SDMA_FW_VERSION, handle, HsaAmdAgentInfo.SDMA_UCODE_VERSION);
        Memory.putInt(agent + AgentV0.WAVE_FRONT_SIZE, u32(handle, HsaAgentInfo.WAVEFRONT_SIZE.value()));
        Memory.putInt(agent + AgentV0.WORKGROUP_MAX_SIZE, u32(handle, HsaAgentInfo.WORKGROUP_MAX_SIZE.value()));
        Memory.putInt(agent + AgentV0.GRID_MAX_SIZE, u32(handle, HsaAgentInfo.GRID_MAX_SIZE.value()));
        if (known(handle, HsaAgentInfo.WORKGROUP_MAX_DIM.value())) { // uint16_t[3]
            AgentStruct.dim3(agent, AgentV0.WORKGROUP_MAX_DIM, u16(0), u16(1), u16(2));
        }
        if (known(handle, HsaAgentInfo.GRID_MAX_DIM.value())) { // hsa_dim3_t
            Memory.copy(value, agent + AgentV0.GRID_MAX_DIM, 3 * Integer.BYTES);
        }
        Memory.putLong(agent + AgentV0.UUID, uniqueId(handle));
    }

    /// Parses the id, which HSA reports as text: `GPU-` and 16 hexadecimal digits, or `GPU-XX` if there is none.
    private long uniqueId(long handle) {
        String text = text(handle, HsaAmdAgentInfo.UUID.value());
        if (!text.startsWith(UUID_PREFIX)) return 0;
        try {
            return Long.parseUnsignedLong(text, UUID_PREFIX.length(), text.length(), 16);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /// Fills in the sizes of memory. Pools of one agent share its memory, so the largest pool has the size of all
    /// of it. HSA's group segment is the LDS.
    private void memory(long agent, long handle, boolean gpu) {
        long globalBytes = 0;
        for (long pool : hsa.pools(handle)) {
            if (!poolKnown(pool, HsaAmdMemoryPoolInfo.SEGMENT)) continue;
            int segment = Memory.getInt(value);
            long bytes = poolKnown(pool, HsaAmdMemoryPoolInfo.SIZE) ? Memory.getLong(value) : 0;
            if (segment == HsaAmdSegment.GLOBAL.value()) globalBytes = Math.max(globalBytes, bytes);
            if (segment == HsaAmdSegment.GROUP.value()) {
                Memory.putInt(agent + AgentV0.LDS_SIZE_IN_KB, (int) (bytes / KIB));
            }
        }
        if (globalBytes == 0) return;
        if (gpu) Memory.putLong(agent + AgentV0.LOCAL_MEM_SIZE, globalBytes);
        long bank = AgentStruct.array(1, AgentMemBank.SIZEOF);
        HsaHeaptype heap = gpu ? HsaHeaptype.FRAME_BUFFER_PRIVATE : HsaHeaptype.SYSTEM;
        Memory.putInt(bank + AgentMemBank.HEAP_TYPE, heap.value());
        put(bank, AgentMemBank.WIDTH, handle, HsaAmdAgentInfo.MEMORY_WIDTH);
        put(bank, AgentMemBank.MEM_CLK_MAX, handle, HsaAmdAgentInfo.MEMORY_MAX_FREQUENCY);
        Memory.putLong(bank + AgentMemBank.SIZE_IN_BYTES, globalBytes);
        Memory.putInt(agent + AgentV0.MEM_BANKS_COUNT, 1);
        Memory.putLong(agent + AgentV0.MEM_BANKS, bank);
    }

    private void caches(long agent, long handle) {
        long[] handles = hsa.caches(handle);
        long cache = AgentStruct.array(handles.length, AgentCache.SIZEOF);
        Memory.putInt(agent + AgentV0.CACHES_COUNT, handles.length);
        Memory.putLong(agent + AgentV0.CACHES, cache);
        for (int i = 0; i < handles.length; i++, cache += AgentCache.SIZEOF) {
            int level = cacheKnown(handles[i], HsaCacheInfo.LEVEL) ? Memory.getByte(value) & 0xFF : 0; // uint8_t
            Memory.putInt(cache + AgentCache.LEVEL, level);
            long bytes =
                    cacheKnown(handles[i], HsaCacheInfo.SIZE) ? Memory.getInt(value) & 0xFFFF_FFFFL : 0; // uint32_t
            Memory.putLong(cache + AgentCache.SIZE, bytes / KIB);
        }
    }

    private boolean known(long handle, int attribute) {
        Memory.zero(value, VALUE_BYTES);
        return hsa.agentInfo(handle, attribute, value);
    }

    private boolean cacheKnown(long cache, HsaCacheInfo attribute) {
        Memory.zero(value, VALUE_BYTES);
        return hsa.cacheInfo(cache, attribute.value(), value);
    }

    private boolean poolKnown(long pool, HsaAmdMemoryPoolInfo attribute) {
        Memory.zero(value, VALUE_BYTES);
        return hsa.poolInfo(pool, attribute.value(), value);
    }

    private int u32(long handle, int attribute) {
        return known(handle, attribute) ? Memory.getInt(value) : 0;
    }

    private void put(long struct, int offset, long handle, HsaAmdAgentInfo attribute) {
        Memory.putInt(struct + offset, u32(handle, attribute.value()));
    }

    private int u16(int index) {
        return Memory.getShort(value + 2L * index) & 0xFFFF;
    }

    private String text(long handle, int attribute) {
        String text = known(handle, attribute) ? CStrings.read(value, TEXT_BYTES) : null;
        return text == null ? "" : text;
    }
}
