package io.rocprofiler.export.json;

import io.rocprofiler.export.text.BitFields;
import io.rocprofiler.trace.AgentInfo;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// Writes `agents`: every field of `rocprofiler_agent_v0_t`, arrays last, and the GPU's number.
public final class JsonAgents {

    static final List<String> BANK = List.of("heap_type", "flags", "width", "mem_clk_max", "size_in_bytes");
    static final List<String> CACHE = List.of(
            "processor_id_low",
            "size",
            "level",
            "cache_line_size",
            "cache_lines_per_tag",
            "association",
            "latency",
            "type");
    static final List<String> LINK = List.of(
            "type",
            "version_major",
            "version_minor",
            "node_from",
            "node_to",
            "weight",
            "min_latency",
            "max_latency",
            "min_bandwidth",
            "max_bandwidth",
            "recommended_transfer_size",
            "flags");

    private final JsonGenerator json;
    private final AgentInfo agent;

    private JsonAgents(JsonGenerator json, AgentInfo agent) {
        this.json = json;
        this.agent = agent;
    }

    static void write(JsonGenerator json, List<AgentInfo> agents) {
        json.writeArrayPropertyStart("agents");
        for (AgentInfo agent : agents) {
            write(json, agent);
        }
        json.writeEndArray();
    }

    /// Writes one agent.
    public static void write(JsonGenerator json, AgentInfo agent) {
        new JsonAgents(json, agent).write();
    }

    private void write() {
        json.writeStartObject();
        numbers("size");
        JsonRecords.handle(json, "id", agent.id());
        numbers("type", "cpu_cores_count", "simd_count");
        json.writeNumberProperty("mem_banks_count", agent.array("mem_banks").size());
        json.writeNumberProperty("caches_count", agent.array("caches").size());
        json.writeNumberProperty("io_links_count", agent.array("io_links").size());
        numbers("cpu_core_id_base", "simd_id_base", "max_waves_per_simd", "lds_size_in_kb", "gds_size_in_kb");
        numbers("num_gws", "wave_front_size", "num_xcc", "cu_count", "array_count", "num_shader_banks");
        numbers("simd_arrays_per_engine", "cu_per_simd_array", "simd_per_cu", "max_slots_scratch_cu");
        numbers("gfx_target_version", "vendor_id", "device_id", "location_id", "domain", "drm_render_minor");
        numbers("num_sdma_engines", "num_sdma_xgmi_engines", "num_sdma_queues_per_engine", "num_cp_queues");
        numbers("max_engine_clk_ccompute", "max_engine_clk_fcompute");
        bits("sdma_fw_version", BitFields.SDMA_FIRMWARE);
        bits("fw_version", BitFields.FIRMWARE);
        bits("capability", BitFields.CAPABILITY);
        numbers("cu_per_engine", "max_waves_per_cu", "family_id", "workgroup_max_size", "grid_max_size");
        numbers("local_mem_size", "hive_id", "gpu_id");
        dimensions("workgroup_max_dim");
        dimensions("grid_max_dim");
        texts("name", "vendor_name", "product_name", "model_name");
        numbers("node_id", "logical_node_id", "logical_node_type_id");
        bits("runtime_visibility", BitFields.VISIBILITY);
        numbers("uuid");
        array("mem_banks", BANK, "flags", BitFields.MEMORY);
        array("caches", CACHE, "type", BitFields.CACHE);
        array("io_links", LINK, "flags", BitFields.LINK);
        json.writeNumberProperty("gpu_index", agent.isGpu() ? agent.number("logical_node_type_id") : -1);
        json.writeEndObject();
    }

    private void numbers(String... fields) {
        for (String field : fields) {
            JsonRecords.unsigned(json, field, agent.number(field));
        }
    }

    private void texts(String... fields) {
        for (String field : fields) {
            json.writeStringProperty(field, agent.text(field));
        }
    }

    private void bits(String field, BitFields parts) {
        bits(field, parts, agent.number(field));
    }

    private void bits(String field, BitFields parts, long word) {
        json.writeObjectPropertyStart(field);
        parts.split(word, json::writeNumberProperty);
        json.writeEndObject();
    }

    private void dimensions(String field) {
        List<long[]> elements = agent.array(field);
        long[] values = elements.isEmpty() ? new long[0] : elements.getFirst();
        json.writeObjectPropertyStart(field);
        for (int i = 0; i < 3; i++) {
            json.writeNumberProperty("xyz".substring(i, i + 1), i < values.length ? values[i] : 0);
        }
        json.writeEndObject();
    }

    private void array(String field, List<String> names, String bitField, BitFields parts) {
        json.writeArrayPropertyStart(field);
        for (long[] element : agent.array(field)) {
            json.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                long value = i < element.length ? element[i] : 0;
                if (names.get(i).equals(bitField)) {
                    bits(bitField, parts, value);
                } else {
                    JsonRecords.unsigned(json, names.get(i), value);
                }
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
