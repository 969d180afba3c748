package io.rocprofiler.export.json;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.text.Node;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.WorkCounts;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/// Writes `metadata`: where, when and how the process was traced. `losses` is our extension: AMD's file has no
/// place for losses.
public final class JsonMetadata {

    private JsonMetadata() {}

    static void write(JsonGenerator json, Export export, ProcessTrace process) {
        json.writeObjectPropertyStart("metadata");
        node(json, Node.of(process));
        json.writeNumberProperty("pid", process.pid());
        json.writeNumberProperty("init_time", process.startNanos());
        json.writeNumberProperty("fini_time", process.endNanos());
        configuration(json, export.configuration());
        strings(json, "command", process.properties().command());
        losses(json, process);
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, Node node) {
        json.writeObjectPropertyStart("node");
        json.writeNumberProperty("id", node.id());
        json.writeNumberProperty("hash", node.hash());
        json.writeStringProperty("machine_id", node.machineId());
        json.writeStringProperty("system_name", node.systemName());
        json.writeStringProperty("hostname", node.hostname());
        json.writeStringProperty("release", node.release());
        json.writeStringProperty("version", node.version());
        json.writeStringProperty("hardware_name", node.hardwareName());
        json.writeStringProperty("domain_name", node.domainName());
        json.writeEndObject();
    }

    /// Writes the command's options and the losses, which AMD's files have no place for, as properties of the
    /// current object.
    public static void settingsAndLosses(JsonGenerator json, Map<String, Object> settings, ProcessTrace process) {
        settings.forEach((name, value) -> property(json, name, value));
        losses(json, process);
    }

    private static void configuration(JsonGenerator json, Map<String, Object> values) {
        json.writeObjectPropertyStart("config");
        values.forEach((name, value) -> property(json, name, value));
        json.writeEndObject();
    }

    private static void property(JsonGenerator json, String name, Object value) {
        switch (value) {
            case Boolean flag -> json.writeBooleanProperty(name, flag);
            case Number number -> json.writeNumberProperty(name, number.longValue());
            case List<?> list ->
                strings(json, name, list.stream().map(String::valueOf).toList());
            default -> json.writeStringProperty(name, value.toString());
        }
    }

    private static void losses(JsonGenerator json, ProcessTrace process) {
        Counts counts = process.counts();
        json.writeObjectPropertyStart("losses");
        json.writeNumberProperty("recorded", counts.recorded());
        json.writeNumberProperty("in_flight", counts.inFlight());
        json.writeNumberProperty("dropped", counts.dropped());
        json.writeNumberProperty("abandoned", process.abandoned());
        json.writeNumberProperty("passed_through", process.passedThrough());
        work(json, process);
        strings(
                json,
                "problems",
                process.problems().stream().map(String::valueOf).toList());
        json.writeEndObject();
    }

    private static void work(JsonGenerator json, ProcessTrace process) {
        for (Domain domain : Domain.GPU_WORK) {
            WorkCounts work = process.work(domain);
            if (work.submitted() > 0) {
                json.writeObjectPropertyStart(domain.name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("submitted", work.submitted());
                json.writeNumberProperty("recorded", work.recorded());
                json.writeNumberProperty("in_flight", work.inFlight());
                json.writeNumberProperty("dropped", work.dropped());
                json.writeEndObject();
            }
        }
    }

    private static void strings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }
}
