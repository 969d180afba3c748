package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.abi.AgentMemBank;
import io.rocprofiler.abi.AgentType;
import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.SmallFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Agents as the kernel driver lists them: a folder of small files per node
/// (see `drivers/gpu/drm/amd/amdkfd/kfd_topology.c`).
///
/// Unreadable and empty nodes are left out: a container sees the folders of all GPUs of its machine.
final class KfdTopology {
    /// The limit of the driver's own tables.
    private static final int MAX_NODES = 4096;

    // ROCr returns this value for every GPU (amd_gpu_agent.cpp); no file holds it.
    private static final int WORKGROUP_MAX = 1024;
    private static final int GRID_MAX_X = Integer.MAX_VALUE;
    private static final int GRID_MAX_YZ = 0xFFFF;

    /// The remaining bits of a firmware version are flags.
    private static final int FIRMWARE_VERSION_BITS = 0x3FF;

    private static final String[] NODE_NAMES = {
        "cpu_cores_count",
        "simd_count",
        "cpu_core_id_base",
        "simd_id_base",
        "max_waves_per_simd",
        "lds_size_in_kb",
        "gds_size_in_kb",
        "num_gws",
        "wave_front_size",
        "array_count",
        "simd_arrays_per_engine",
        "cu_per_simd_array",
        "simd_per_cu",
        "max_slots_scratch_cu",
        "gfx_target_version",
        "location_id",
        "domain",
        "drm_render_minor",
        "num_sdma_engines",
        "num_sdma_xgmi_engines",
        "num_sdma_queues_per_engine",
        "num_cp_queues",
        "max_engine_clk_ccompute"
    };
    private static final int[] NODE_OFFSETS = {
        AgentV0.CPU_CORES_COUNT,
        AgentV0.SIMD_COUNT,
        AgentV0.CPU_CORE_ID_BASE,
        AgentV0.SIMD_ID_BASE,
        AgentV0.MAX_WAVES_PER_SIMD,
        AgentV0.LDS_SIZE_IN_KB,
        AgentV0.GDS_SIZE_IN_KB,
        AgentV0.NUM_GWS,
        AgentV0.WAVE_FRONT_SIZE,
        AgentV0.ARRAY_COUNT,
        AgentV0.SIMD_ARRAYS_PER_ENGINE,
        AgentV0.CU_PER_SIMD_ARRAY,
        AgentV0.SIMD_PER_CU,
        AgentV0.MAX_SLOTS_SCRATCH_CU,
        AgentV0.GFX_TARGET_VERSION,
        AgentV0.LOCATION_ID,
        AgentV0.DOMAIN,
        AgentV0.DRM_RENDER_MINOR,
        AgentV0.NUM_SDMA_ENGINES,
        AgentV0.NUM_SDMA_XGMI_ENGINES,
        AgentV0.NUM_SDMA_QUEUES_PER_ENGINE,
        AgentV0.NUM_CP_QUEUES,
        AgentV0.MAX_ENGINE_CLK_CCOMPUTE
    };

    private final CpuInfo cpus;
    private final GpuNames names;

    private KfdTopology(MachineFiles machine) {
        cpus = CpuInfo.read(machine.cpuinfo());
        names = new GpuNames(machine);
    }

    /// Whether the driver is present.
    static boolean exists(MachineFiles machine) {
        return Files.isDirectory(machine.nodes());
    }

    /// Creates agents for the readable nodes, in the order of their numbers.
    static long[] read(MachineFiles machine) {
        KfdTopology topology = new KfdTopology(machine);
        long[] agents = new long[16];
        int count = 0;
        for (int node = 0; node < MAX_NODES; node++) {
            Path folder = machine.nodes().resolve(Integer.toString(node));
            if (!Files.isDirectory(folder)) break;
            long agent = topology.node(folder, node);
            if (agent == 0) continue;
            if (count == agents.length) agents = Arrays.copyOf(agents, 2 * count);
            agents[count++] = agent;
        }
        return Arrays.copyOf(agents, count);
    }

    private long node(Path folder, int number) {
        KfdProperties properties = KfdProperties.read(folder.resolve("properties"));
        if (properties.isEmpty()) return 0;
        long agent = AgentStruct.create();
        Memory.putInt(agent + AgentV0.NODE_ID, number);
        String gpuId = SmallFiles.read(folder.resolve("gpu_id")).strip();
        Memory.putLong(agent + AgentV0.GPU_ID, Math.max(SmallFiles.decimal(gpuId, 0, gpuId.length()), 0));
        AgentStruct.text(
                agent,
                AgentV0.MODEL_NAME,
                SmallFiles.read(folder.resolve("name")).strip());
        properties.u32(NODE_NAMES, NODE_OFFSETS, agent);
        Memory.putShort(agent + AgentV0.VENDOR_ID, properties.u16("vendor_id"));
        Memory.putShort(agent + AgentV0.DEVICE_ID, properties.u16("device_id"));
        Memory.putLong(agent + AgentV0.HIVE_ID, properties.u64("hive_id"));
        Memory.putInt(agent + AgentV0.NUM_XCC, properties.has("num_xcc") ? properties.u32("num_xcc") : 1);
        KfdParts.read(agent, folder, properties);
        if (properties.u32("simd_count") != 0) gpu(agent, properties);
        else if (properties.u32("cpu_cores_count") != 0) cpu(agent);
        AgentStruct.derive(agent);
        return agent;
    }

    private void cpu(long agent) {
        Memory.putInt(agent + AgentV0.TYPE, AgentType.CPU.value());
        AgentStruct.text(agent, AgentV0.VENDOR_NAME, "CPU");
        CpuInfo.Processor processor = cpus.at(Integer.toUnsignedLong(AgentStruct.u32(agent, AgentV0.CPU_CORE_ID_BASE)));
        if (processor == null) return;
        AgentStruct.text(agent, AgentV0.NAME, processor.modelName());
        AgentStruct.text(agent, AgentV0.PRODUCT_NAME, processor.modelName());
        Memory.putInt(agent + AgentV0.FAMILY_ID, (int) processor.family());
    }

    private void gpu(long agent, KfdProperties properties) {
        Memory.putInt(agent + AgentV0.TYPE, AgentType.GPU.value());
        AgentStruct.text(agent, AgentV0.VENDOR_NAME, "AMD");
        AgentStruct.text(agent, AgentV0.NAME, GpuNames.isa(AgentStruct.u32(agent, AgentV0.GFX_TARGET_VERSION)));
        int minor = AgentStruct.u32(agent, AgentV0.DRM_RENDER_MINOR);
        AgentStruct.text(agent, AgentV0.PRODUCT_NAME, names.product(minor, properties.u16("device_id") & 0xFFFF));
        Memory.putLong(agent + AgentV0.UUID, properties.u64("unique_id"));
        Memory.putInt(agent + AgentV0.MAX_ENGINE_CLK_FCOMPUTE, properties.u32("max_engine_clk_fcompute"));
        Memory.putInt(agent + AgentV0.CAPABILITY, properties.u32("capability"));
        Memory.putInt(agent + AgentV0.FW_VERSION, properties.u32("fw_version") & FIRMWARE_VERSION_BITS);
        Memory.putInt(agent + AgentV0.SDMA_FW_VERSION, properties.u32("sdma_fw_version") & FIRMWARE_VERSION_BITS);
        Memory.putInt(agent + AgentV0.WORKGROUP_MAX_SIZE, WORKGROUP_MAX);
        AgentStruct.dim3(agent, AgentV0.WORKGROUP_MAX_DIM, WORKGROUP_MAX, WORKGROUP_MAX, WORKGROUP_MAX);
        Memory.putInt(agent + AgentV0.GRID_MAX_SIZE, -1); // UINT32_MAX
        AgentStruct.dim3(agent, AgentV0.GRID_MAX_DIM, GRID_MAX_X, GRID_MAX_YZ, GRID_MAX_YZ);
        long told = properties.u64("local_mem_size");
        Memory.putLong(agent + AgentV0.LOCAL_MEM_SIZE, told != 0 ? told : frameBufferBytes(agent));
    }

    /// Sums the banks of a GPU's memory, because drivers report its size as 0.
    private static long frameBufferBytes(long agent) {
        long banks = Memory.getLong(agent + AgentV0.MEM_BANKS);
        long bytes = 0;
        for (int i = 0; i < AgentStruct.u32(agent, AgentV0.MEM_BANKS_COUNT); i++) {
            long bank = banks + (long) i * AgentMemBank.SIZEOF;
            int heap = AgentStruct.u32(bank, AgentMemBank.HEAP_TYPE);
            if (heap == HsaHeaptype.FRAME_BUFFER_PUBLIC.value() || heap == HsaHeaptype.FRAME_BUFFER_PRIVATE.value()) {
                bytes += Memory.getLong(bank + AgentMemBank.SIZE_IN_BYTES);
            }
        }
        return bytes;
    }
}
