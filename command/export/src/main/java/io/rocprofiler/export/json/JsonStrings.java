package io.rocprofiler.export.json;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.kind.Names;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/// Writes `strings`: the names of the numbers in records. The index in an array is the number.
final class JsonStrings {

    private JsonStrings() {}

    static void write(JsonGenerator json, ProcessTrace process) {
        json.writeObjectPropertyStart("strings");
        json.writeArrayPropertyStart("callback_records");
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            kind(json, kind.name(), Names.operations(kind));
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("buffer_records");
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            kind(json, kind.name(), Names.operations(kind));
        }
        json.writeEndArray();
        markers(json, process);
        json.writeObjectPropertyStart("correlation_id");
        json.writeArrayPropertyStart("external");
        process.forEachRename((id, text) -> text(json, id, text));
        json.writeEndArray();
        json.writeEndObject();
        json.writeObjectPropertyStart("counters");
        JsonExporter.emptyArray(json, "dimension_ids");
        json.writeEndObject();
        JsonExporter.emptyArray(json, "pc_sample_instructions");
        JsonExporter.emptyArray(json, "pc_sample_comments");
        JsonExporter.emptyArray(json, "att_filenames");
        json.writeArrayPropertyStart("code_object_snapshot_filenames");
        json.writeString(""); // for code object 0, which there always is
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void kind(JsonGenerator json, String name, List<String> operations) {
        json.writeStartObject();
        json.writeStringProperty("kind", name);
        json.writeArrayPropertyStart("operations");
        operations.forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void markers(JsonGenerator json, ProcessTrace process) {
        json.writeArrayPropertyStart("marker_api");
        process.forEachMessage((id, text) -> text(json, id, text));
        json.writeEndArray();
    }

    private static void text(JsonGenerator json, long id, String text) {
        json.writeStartObject();
        json.writeNumberProperty("key", id);
        json.writeStringProperty("value", text);
        json.writeEndObject();
    }
}
