package io.rocprofiler.trace.export;

import io.rocprofiler.trace.ApiRecord;
import tools.jackson.core.JsonGenerator;

/// `args` and `retval` of records that carry them.
final class JsonArguments {

    private JsonArguments() {}

    static void write(JsonGenerator json, ApiRecord record) {
        JsonExporter.emptyArray(json, "args");
        json.writeObjectPropertyStart("retval");
        JsonRecords.unsigned(json, "uint64_t_retval", record.result());
        json.writeEndObject();
    }
}
