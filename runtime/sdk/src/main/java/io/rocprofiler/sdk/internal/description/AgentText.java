package io.rocprofiler.sdk.internal.description;

import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.sdk.Agent;
import java.util.List;

/// Formats an agent as lines `<index>.<field>=<value>`, with the field names of `rocprofiler_agent_v0_t` in its
/// order. Each array is one line: the fields of an element separated by commas, in the order of its struct,
/// elements by semicolons.
public final class AgentText {
    private static final int KIB = 1024;

    private final StringBuilder text;
    private final int place;

    private AgentText(StringBuilder text, int place) {
        this.text = text;
        this.place = place;
    }

    /// Appends the lines of an agent.
    ///
    /// @param place of the agent among all
    public static void append(StringBuilder text, int place, Agent agent) {
        append(text, place, agent, -1);
    }

    /// Appends the lines of an agent, and which device it is in HIP, for names that refer to that.
    ///
    /// @param hipDevice negative if it is none
    public static void append(StringBuilder text, int place, Agent agent, int hipDevice) {
        AgentText lines = new AgentText(text, place);
        lines.identity(agent);
        lines.compute(agent.compute());
        lines.device(agent.device());
        lines.engines(agent.engines());
        lines.limits(agent.compute());
        lines.names(agent);
        lines.banks(agent.memoryBanks());
        lines.caches(agent.caches());
        lines.links(agent.ioLinks());
        if (hipDevice >= 0) lines.line("hip_device", hipDevice);
        // Readers ignore an agent without this line.
        lines.line("complete", 1);
    }

    private void identity(Agent agent) {
        line("size", AgentV0.SIZEOF);
        line("id", agent.id());
        line("type", agent.type().value());
        line("cpu_cores_count", agent.cpuCoreCount());
        line("cpu_core_id_base", agent.cpuCoreIdBase());
        line("node_id", agent.nodeId());
        line("logical_node_id", agent.logicalNodeId());
        line("logical_node_type_id", agent.logicalNodeTypeId());
        line("local_mem_size", agent.localMemoryBytes());
        Agent.Visibility sees = agent.visibility();
        line(
                "runtime_visibility",
                bit(sees.hsa(), 0) | bit(sees.hip(), 1) | bit(sees.rccl(), 2) | bit(sees.rocdecode(), 3));
    }

    private static int bit(boolean set, int place) {
        return set ? 1 << place : 0;
    }

    private void compute(Agent.Compute compute) {
        line("simd_count", compute.simdCount());
        line("simd_id_base", compute.simdIdBase());
        line("max_waves_per_simd", compute.maxWavesPerSimd());
        line("lds_size_in_kb", compute.ldsBytes() / KIB);
        line("gds_size_in_kb", compute.gdsBytes() / KIB);
        line("num_gws", compute.gwsCount());
        line("wave_front_size", compute.waveFrontSize());
        line("num_xcc", compute.xccCount());
        line("cu_count", compute.cuCount());
        line("array_count", compute.simdArrayCount());
        line("num_shader_banks", compute.shaderEngineCount());
        line("simd_arrays_per_engine", compute.simdArraysPerEngine());
        line("cu_per_simd_array", compute.cuPerSimdArray());
        line("simd_per_cu", compute.simdPerCu());
        line("max_slots_scratch_cu", compute.maxScratchSlotsPerCu());
        line("cu_per_engine", compute.cuPerEngine());
        line("max_waves_per_cu", compute.maxWavesPerCu());
    }

    private void device(Agent.Device device) {
        line("gfx_target_version", device.gfxTargetVersion());
        line("vendor_id", device.vendorId());
        line("device_id", device.deviceId());
        line("location_id", device.locationId());
        line("domain", Integer.toUnsignedLong(device.domain()));
        line("drm_render_minor", device.drmRenderMinor());
        line("sdma_fw_version", Integer.toUnsignedLong(device.sdmaFirmwareVersion()));
        line("fw_version", Integer.toUnsignedLong(device.firmwareVersion()));
        line("capability", device.capability());
        line("family_id", device.familyId());
        line("hive_id", device.hiveId());
        line("gpu_id", device.gpuId());
        line("uuid", device.uniqueId());
    }

    private void engines(Agent.Engines engines) {
        line("num_sdma_engines", engines.sdmaEngineCount());
        line("num_sdma_xgmi_engines", engines.sdmaXgmiEngineCount());
        line("num_sdma_queues_per_engine", engines.sdmaQueuesPerEngine());
        line("num_cp_queues", engines.computeQueueCount());
        line("max_engine_clk_ccompute", engines.maxCpuClockMhz());
        line("max_engine_clk_fcompute", engines.maxComputeClockMhz());
    }

    private void limits(Agent.Compute compute) {
        line("workgroup_max_size", compute.workgroupMaxSize());
        line("grid_max_size", compute.gridMaxSize());
        begin("workgroup_max_dim").append(extent(compute.workgroupMax())).append('\n');
        begin("grid_max_dim").append(extent(compute.gridMax())).append('\n');
    }

    private static String extent(Agent.Extent extent) {
        return extent.x() + "," + extent.y() + "," + extent.z();
    }

    private void names(Agent agent) {
        line("name", agent.name());
        line("vendor_name", agent.vendorName());
        line("product_name", agent.productName());
        line("model_name", agent.modelName());
    }

    private void banks(List<Agent.MemoryBank> banks) {
        begin("mem_banks");
        for (int i = 0; i < banks.size(); i++) {
            Agent.MemoryBank bank = banks.get(i);
            HsaHeaptype type = bank.heapType();
            element(
                    type == null ? 0 : type.value(),
                    bank.flags(),
                    bank.widthBits(),
                    bank.maxClockMhz(),
                    bank.sizeBytes());
        }
        text.append('\n');
    }

    private void caches(List<Agent.Cache> caches) {
        begin("caches");
        for (int i = 0; i < caches.size(); i++) {
            Agent.Cache cache = caches.get(i);
            element(
                    cache.processorIdLow(),
                    cache.sizeBytes() / KIB,
                    cache.level(),
                    cache.lineBytes(),
                    cache.linesPerTag(),
                    cache.associativity(),
                    cache.latencyNanos(),
                    cache.type());
        }
        text.append('\n');
    }

    private void links(List<Agent.IoLink> links) {
        begin("io_links");
        for (int i = 0; i < links.size(); i++) {
            Agent.IoLink link = links.get(i);
            HsaIolinktype type = link.type();
            element(
                    type == null ? 0 : type.value(),
                    link.versionMajor(),
                    link.versionMinor(),
                    link.nodeFrom(),
                    link.nodeTo(),
                    link.weight(),
                    link.minLatencyNanos(),
                    link.maxLatencyNanos(),
                    link.minBandwidthMbPerSecond(),
                    link.maxBandwidthMbPerSecond(),
                    link.recommendedTransferBytes(),
                    link.flags());
        }
        text.append('\n');
    }

    private void element(long... fields) {
        for (int i = 0; i < fields.length; i++) text.append(fields[i]).append(i + 1 < fields.length ? ',' : ';');
    }

    private StringBuilder begin(String field) {
        return text.append(place).append('.').append(field).append('=');
    }

    private void line(String field, long value) {
        begin(field).append(value).append('\n');
    }

    private void line(String field, String value) {
        begin(field).append(value.replace('\n', ' ')).append('\n');
    }
}
