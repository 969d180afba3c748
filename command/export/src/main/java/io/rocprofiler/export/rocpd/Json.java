package io.rocprofiler.export.rocpd;

import io.rocprofiler.export.json.JsonAgents;
import io.rocprofiler.export.json.JsonCodeObjects;
import io.rocprofiler.export.json.JsonMetadata;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.KernelNames;
import java.io.StringWriter;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes the columns named `extdata`: the record of the row, with AMD's names.
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
        return text(json -> JsonCodeObjects.write(json, code));
    }

    static String of(KernelSymbol kernel, KernelNames names) {
        return text(json -> JsonCodeObjects.write(json, kernel, names));
    }

    static String of(ProcessTrace process, Map<String, Object> configuration) {
        return text(json -> {
            json.writeStartObject();
            JsonMetadata.settingsAndLosses(json, configuration, process);
            json.writeEndObject();
        });
    }
}
