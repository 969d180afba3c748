package io.rocprofiler.export.json;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.export.text.ArgumentText;
import io.rocprofiler.trace.ApiRecord;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes `args` and `retval` of records that carry them. One instance per file: parses each function's
/// signature once.
final class JsonArguments {

    private final Map<Long, ApiFunction> functions = new HashMap<>();

    void write(JsonGenerator json, ApiRecord record) {
        json.writeArrayPropertyStart("args");
        ApiFunction function = function(record.kind(), record.operation());
        if (function != null) {
            for (ApiParameter parameter : function.parameters()) {
                argument(json, parameter, record);
            }
        }
        json.writeEndArray();
        json.writeObjectPropertyStart("retval");
        JsonRecords.unsigned(json, "uint64_t_retval", record.result());
        json.writeEndObject();
    }

    private static void argument(JsonGenerator json, ApiParameter parameter, ApiRecord record) {
        if (parameter.offset() < 0) {
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("type", parameter.type());
        json.writeStringProperty("name", parameter.name());
        json.writeStringProperty("value", ArgumentText.asAmd(parameter, record));
        json.writeEndObject();
    }

    private @Nullable ApiFunction function(int kind, int operation) {
        ApiTable table = ApiTables.ofBufferKind(kind);
        if (table == null || operation < 0 || operation >= table.operations()) {
            return null;
        }
        return functions.computeIfAbsent((long) kind << Integer.SIZE | operation, _ -> table.function(operation));
    }
}
