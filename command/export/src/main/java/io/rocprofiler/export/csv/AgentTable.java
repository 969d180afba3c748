package io.rocprofiler.export.csv;

import static io.rocprofiler.export.csv.CsvTable.Column.number;
import static io.rocprofiler.export.csv.CsvTable.Column.text;

import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.text.BitFields;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Writes `agent_info.csv`: a row per agent; AMD's 53 columns are named like the fields of its struct.
final class AgentTable {

    /// The fields in the order of the columns.
    private static final List<String> FIELDS = List.of(
            "node_id",
            "logical_node_id",
            "agent_type",
            "cpu_cores_count",
            "simd_count",
            "cpu_core_id_base",
            "simd_id_base",
            "max_waves_per_simd",
            "lds_size_in_kb",
            "gds_size_in_kb",
            "num_gws",
            "wave_front_size",
            "num_xcc",
            "cu_count",
            "array_count",
            "num_shader_banks",
            "simd_arrays_per_engine",
            "cu_per_simd_array",
            "simd_per_cu",
            "max_slots_scratch_cu",
            "gfx_target_version",
            "vendor_id",
            "device_id",
            "location_id",
            "domain",
            "drm_render_minor",
            "num_sdma_engines",
            "num_sdma_xgmi_engines",
            "num_sdma_queues_per_engine",
            "num_cp_queues",
            "max_engine_clk_ccompute",
            "max_engine_clk_fcompute",
            "sdma_fw_version",
            "fw_version",
            "capability",
            "cu_per_engine",
            "max_waves_per_cu",
            "family_id",
            "workgroup_max_size",
            "grid_max_size",
            "local_mem_size",
            "hive_id",
            "gpu_id",
            "workgroup_max_dim_x",
            "workgroup_max_dim_y",
            "workgroup_max_dim_z",
            "grid_max_dim_x",
            "grid_max_dim_y",
            "grid_max_dim_z",
            "name",
            "vendor_name",
            "product_name",
            "model_name");

    private static final Set<String> TEXTS = Set.of("agent_type", "name", "vendor_name", "product_name", "model_name");

    private AgentTable() {}

    /// Writes the agents of all processes, without duplicates for processes of the same machine.
    static void write(Prefix prefix, List<ProcessTrace> processes, List<Path> written) throws IOException {
        Set<List<String>> rows = new HashSet<>();
        List<List<String>> ordered = new ArrayList<>();
        for (ProcessTrace process : processes) {
            for (AgentInfo agent : process.agents()) {
                List<String> row = row(agent);
                if (rows.add(row)) {
                    ordered.add(row);
                }
            }
        }
        if (ordered.isEmpty()) {
            return;
        }
        Path file = prefix.file("agent_info", "csv");
        try (CsvTable table = CsvTable.create(file, columns())) {
            ordered.forEach(row -> table.row(row.toArray(String[]::new)));
        }
        written.add(file);
    }

    private static CsvTable.Column[] columns() {
        return FIELDS.stream()
                .map(field -> TEXTS.contains(field) ? text(title(field)) : number(title(field)))
                .toArray(CsvTable.Column[]::new);
    }

    /// Returns the column title of a field: `Cu_Per_Engine` for `cu_per_engine`.
    private static String title(String field) {
        StringBuilder title = new StringBuilder();
        for (String word : field.split("_")) {
            title.append(title.isEmpty() ? "" : "_")
                    .append(word.substring(0, 1).toUpperCase(Locale.ROOT))
                    .append(word.substring(1));
        }
        return title.toString();
    }

    private static List<String> row(AgentInfo agent) {
        return FIELDS.stream().map(field -> cell(agent, field)).toList();
    }

    private static String cell(AgentInfo agent, String field) {
        return switch (field) {
            case "agent_type" -> agent.isGpu() ? "GPU" : "CPU";
            case "name", "vendor_name", "product_name", "model_name" -> agent.text(field);
            case "sdma_fw_version" -> Long.toString(BitFields.SDMA_FIRMWARE.first(agent.number(field)));
            case "fw_version" -> Long.toString(BitFields.FIRMWARE.first(agent.number(field)));
            default ->
                field.contains("_max_dim_") ? dimension(agent, field) : Long.toUnsignedString(agent.number(field));
        };
    }

    /// Returns one dimension: for `grid_max_dim_y` the second number of `grid_max_dim`.
    private static String dimension(AgentInfo agent, String field) {
        int last = field.length() - 1;
        List<long[]> dimensions = agent.array(field.substring(0, last - 1));
        int place = field.charAt(last) - 'x';
        boolean known = !dimensions.isEmpty() && dimensions.getFirst().length > place;
        return known ? Long.toString(dimensions.getFirst()[place]) : "0";
    }
}
