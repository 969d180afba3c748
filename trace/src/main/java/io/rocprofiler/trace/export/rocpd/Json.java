package io.rocprofiler.trace.export.rocpd;

import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.Counts;
import io.rocprofiler.trace.KernelNames;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.export.JsonAgents;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// What stands in columns named `extdata`: the record behind the row, with AMD's names.
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    private static String text(Consumer<JsonGenerator> content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            content.accept(json);
        }
        return text.toString();
    }

    static String of(AgentInfo agent) {
        return text(json -> JsonAgents.write(json, agent));
    }

    static String of(CodeObject code) {
        return text(json -> {
            json.writeStartObject();
            json.writeNumberProperty("size", code.size());
            json.writeNumberProperty("code_object_id", code.codeObjectId());
            handle(json, "agent_id", code.agentId());
            json.writeStringProperty("uri", code.uri());
            json.writeNumberProperty("load_base", code.loadBase());
            json.writeNumberProperty("load_size", code.loadSize());
            json.writeNumberProperty("load_delta", code.loadDelta());
            json.writeNumberProperty("storage_type", code.storageType());
            if (code.storageType() == CodeObjectStorageType.FILE.value()) {
                json.writeNumberProperty("storage_file", code.storageFile());
            } else if (code.storageType() == CodeObjectStorageType.MEMORY.value()) {
                json.writeNumberProperty("memory_base", code.memoryBase());
                json.writeNumberProperty("memory_size", code.memorySize());
            }
            json.writeEndObject();
        });
    }

    static String of(KernelSymbol kernel, KernelNames names) {
        return text(json -> {
            json.writeStartObject();
            json.writeNumberProperty("size", kernel.size());
            json.writeNumberProperty("kernel_id", kernel.kernelId());
            json.writeNumberProperty("code_object_id", kernel.codeObjectId());
            json.writeStringProperty("kernel_name", kernel.name());
            json.writeNumberProperty("kernel_object", kernel.kernelObject());
            json.writeNumberProperty("kernarg_segment_size", kernel.kernargSegmentBytes());
            json.writeNumberProperty("kernarg_segment_alignment", kernel.kernargSegmentAlignment());
            json.writeNumberProperty("group_segment_size", kernel.groupSegmentBytes());
            json.writeNumberProperty("private_segment_size", kernel.privateSegmentBytes());
            json.writeNumberProperty("sgpr_count", kernel.sgprCount());
            json.writeNumberProperty("arch_vgpr_count", kernel.archVgprCount());
            json.writeNumberProperty("accum_vgpr_count", kernel.accumVgprCount());
            json.writeNumberProperty("kernel_code_entry_byte_offset", kernel.entryByteOffset());
            handle(json, "kernel_address", kernel.address());
            json.writeStringProperty("formatted_kernel_name", names.formatted(kernel));
            json.writeStringProperty("demangled_kernel_name", names.demangled(kernel));
            json.writeStringProperty("truncated_kernel_name", names.truncated(kernel));
            json.writeEndObject();
        });
    }

    /// What the command was told, and, as AMD's file cannot say it, what is missing.
    static String of(ProcessTrace process, Map<String, Object> configuration) {
        return text(json -> {
            json.writeStartObject();
            configuration.forEach((name, value) -> property(json, name, value));
            Counts counts = process.counts();
            json.writeObjectPropertyStart("losses");
            json.writeNumberProperty("recorded", counts.recorded());
            json.writeNumberProperty("in_flight", counts.inFlight());
            json.writeNumberProperty("dropped", counts.dropped());
            json.writeNumberProperty("abandoned", process.abandoned());
            json.writeNumberProperty("passed_through", process.passedThrough());
            property(json, "problems", process.problems());
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void property(JsonGenerator json, String name, Object value) {
        switch (value) {
            case Boolean flag -> json.writeBooleanProperty(name, flag);
            case Number number -> json.writeNumberProperty(name, number.longValue());
            case List<?> list -> {
                json.writeArrayPropertyStart(name);
                list.forEach(element -> json.writeString(String.valueOf(element)));
                json.writeEndArray();
            }
            default -> json.writeStringProperty(name, value.toString());
        }
    }

    private static void handle(JsonGenerator json, String name, long handle) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("handle", handle);
        json.writeEndObject();
    }
}
