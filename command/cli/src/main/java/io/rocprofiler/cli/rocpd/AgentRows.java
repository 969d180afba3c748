package io.rocprofiler.cli.rocpd;

import io.rocprofiler.export.json.AgentFields;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The agents that a database describes, and the handles by which records refer to them.
final class AgentRows {

    private static final long HANDLES = 1L << 48; // above all handles of AMD's

    private final List<String> lines = new ArrayList<>();
    private final Map<Long, Long> handles = new HashMap<>();

    void read(RecordQueries queries) throws SQLException, IOException {
        queries.forEach("agents", this::agent);
    }

    private void agent(ResultSet row) throws SQLException {
        long id = row.getLong("id");
        Map<String, String> fields = new LinkedHashMap<>(described(row.getString(11)));
        long handle = handle(id, fields.get("id"));
        handles.put(id, handle);
        fields.put("id", Long.toString(handle));
        fields.put("type", "GPU".equals(row.getString("type")) ? "2" : "1");
        number(fields, "node_id", row, "absolute_index", id);
        number(fields, "logical_node_id", row, "logical_index", id);
        number(fields, "logical_node_type_id", row, "type_index", 0);
        number(fields, "device_id", row, "uuid", 0);
        for (String name : List.of("name", "model_name", "vendor_name", "product_name")) {
            String text = row.getString(name);
            fields.put(name, text == null ? "" : text.replace('\n', ' '));
        }
        fields.put("complete", "1");
        fields.forEach((field, value) -> lines.add(handles.size() - 1 + "." + field + "=" + value));
    }

    private static Map<String, String> described(@Nullable String json) {
        try {
            return json == null ? Map.of() : AgentFields.of(JsonMapper.shared().readValue(json, Map.class));
        } catch (JacksonException _) {
            return Map.of(); // the columns say the most important
        }
    }

    /// Returns the handle that the description states, or one of our own if it is 0 or another agent's.
    private long handle(long id, @Nullable String stated) {
        long handle = stated != null && stated.matches("\\d{1,18}") ? Long.parseLong(stated) : 0;
        return handle == 0 || handles.containsValue(handle) ? HANDLES + id : handle;
    }

    private static void number(Map<String, String> fields, String field, ResultSet row, String column, long otherwise)
            throws SQLException {
        long value = row.getLong(column);
        fields.put(field, Long.toString(row.wasNull() ? otherwise : value));
    }

    /// Returns the handle of a row; 0, which is no agent, for null.
    long handle(@Nullable Number row) {
        return row == null ? 0 : handles.getOrDefault(row.longValue(), HANDLES + row.longValue());
    }

    /// The lines of the file about agents.
    List<String> lines() {
        return lines;
    }
}
