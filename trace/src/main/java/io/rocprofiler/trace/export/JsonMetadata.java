package io.rocprofiler.trace.export;

import io.rocprofiler.trace.Counts;
import io.rocprofiler.trace.Domain;
import io.rocprofiler.trace.ProcessProperties;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.WorkCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/// `metadata`: where, when and how the process was traced. `losses` is ours: AMD's file cannot say what it lacks.
final class JsonMetadata {

    private JsonMetadata() {}

    static void write(JsonGenerator json, Export export, ProcessTrace process) {
        json.writeObjectPropertyStart("metadata");
        node(json, process.properties());
        json.writeNumberProperty("pid", process.pid());
        json.writeNumberProperty("init_time", process.startNanos());
        json.writeNumberProperty("fini_time", process.endNanos());
        configuration(json, export.configuration());
        strings(json, "command", process.properties().command());
        losses(json, process);
        json.writeEndObject();
    }

    private static void node(JsonGenerator json, ProcessProperties properties) {
        String machine = firstLine("/etc/machine-id");
        json.writeObjectPropertyStart("node");
        json.writeNumberProperty("id", Integer.toUnsignedLong(machine.hashCode()));
        json.writeNumberProperty("hash", Integer.toUnsignedLong(machine.hashCode()));
        json.writeStringProperty("machine_id", machine);
        json.writeStringProperty("system_name", System.getProperty("os.name"));
        json.writeStringProperty("hostname", properties.get("hostname", ""));
        json.writeStringProperty("release", System.getProperty("os.version"));
        json.writeStringProperty("version", firstLine("/proc/sys/kernel/version"));
        json.writeStringProperty("hardware_name", "x86_64"); // the only one there is a native half for
        json.writeStringProperty("domain_name", firstLine("/proc/sys/kernel/domainname"));
        json.writeEndObject();
    }

    private static void configuration(JsonGenerator json, Map<String, Object> values) {
        json.writeObjectPropertyStart("config");
        values.forEach((name, value) -> {
            switch (value) {
                case Boolean flag -> json.writeBooleanProperty(name, flag);
                case Number number -> json.writeNumberProperty(name, number.longValue());
                case List<?> list ->
                    strings(json, name, list.stream().map(String::valueOf).toList());
                default -> json.writeStringProperty(name, value.toString());
            }
        });
        json.writeEndObject();
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

    private static String firstLine(String file) {
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
