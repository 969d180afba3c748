package io.rocprofiler.trace.export;

import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.Domain;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.RecordIndex;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// `callback_records` and `buffer_records`: every array of AMD's, in AMD's order.
final class JsonRecords {

    /// The arrays of `buffer_records`; those without a domain are not recorded yet.
    private record Array(String name, @Nullable Domain domain) {}

    private static final List<Array> ARRAYS = List.of(
            new Array("kernel_dispatch", null),
            new Array("hip_api", Domain.HIP_API),
            new Array("hsa_api", Domain.HSA_API),
            new Array("marker_api", Domain.MARKER_API),
            new Array("rccl_api", Domain.RCCL_API),
            new Array("memory_copy", null),
            new Array("memory_allocation", null),
            new Array("scratch_memory", null),
            new Array("rocdecode_api", Domain.ROCDECODE_API),
            new Array("rocjpeg_api", Domain.ROCJPEG_API),
            new Array("pc_sample_host_trap", null),
            new Array("pc_sample_stochastic", null));

    private JsonRecords() {}

    static void write(JsonGenerator json, ProcessTrace process) {
        json.writeObjectPropertyStart("callback_records");
        JsonExporter.emptyArray(json, "counter_collection");
        json.writeEndObject();
        json.writeObjectPropertyStart("buffer_records");
        JsonArguments arguments = new JsonArguments();
        for (Array array : ARRAYS) {
            json.writeArrayPropertyStart(array.name());
            if (array.domain() != null) {
                RecordIndex.of(List.of(process), array.domain()).forEach(record -> record(json, record, arguments));
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void record(JsonGenerator json, ApiRecord record, JsonArguments arguments) {
        json.writeStartObject();
        json.writeNumberProperty("size", record.size());
        json.writeNumberProperty("kind", record.kind());
        json.writeNumberProperty("operation", record.operation());
        json.writeObjectPropertyStart("correlation_id");
        unsigned(json, "internal", record.internalId());
        unsigned(json, "external", record.externalId());
        unsigned(json, "ancestor", record.ancestorId());
        json.writeEndObject();
        unsigned(json, "start_timestamp", record.startNanos());
        unsigned(json, "end_timestamp", record.endNanos());
        unsigned(json, "thread_id", record.threadId());
        if (record.hasArguments()) {
            arguments.write(json, record);
        }
        if (Domain.ofKind(record.kind()) == Domain.HIP_API) {
            json.writeObjectPropertyStart("stream_id");
            json.writeNumberProperty("handle", 0);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    static void unsigned(JsonGenerator json, String name, long value) {
        if (value >= 0) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNumberProperty(name, new BigInteger(Long.toUnsignedString(value)));
        }
    }
}
