package io.rocprofiler.cli.dataset;

import io.rocprofiler.export.parquet.PartFacts;
import io.rocprofiler.trace.ProcessTrace;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// What the manifests of runs say for their processes. Reads each once. Thread rule: one thread.
public final class RunFacts {

    /// The manifest's file name, in the directory of a run.
    public static final String MANIFEST = "manifest.json";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss").withZone(ZoneOffset.UTC);
    private static final String SUFFIX = ".segments";

    private final Map<Path, JsonNode> manifests = new HashMap<>();

    public RunFacts() {}

    /// Returns the facts of a process. Its run is the parallel job, else the command that ran it: converted again, it
    /// has the same name.
    public PartFacts of(ProcessTrace process) {
        Path run = process.directory().toAbsolutePath().normalize().getParent();
        JsonNode manifest = run == null ? JsonNodeFactory.instance.objectNode() : manifest(run);
        String name = name(process, manifest, run == null ? "" : String.valueOf(run.getFileName()));
        return ClockLine.of(manifest.path("clock")).facts(name, process);
    }

    private JsonNode manifest(Path run) {
        return manifests.computeIfAbsent(run, _ -> read(run.resolve(MANIFEST)));
    }

    private static JsonNode read(Path file) {
        try {
            return JsonMapper.shared().readTree(file);
        } catch (JacksonException _) {
            return JsonNodeFactory.instance.objectNode(); // the process says the rest
        }
    }

    private static String name(ProcessTrace process, JsonNode manifest, String directory) {
        String job = manifest.path("job").asString(process.properties().get("job", ""));
        if (!job.isEmpty()) {
            return job;
        }
        long began = manifest.path("began_realtime_ns").asLong(0);
        if (began != 0) {
            long pid = manifest.path("command_pid").asLong(0);
            return TIME.format(Instant.ofEpochSecond(0, began)) + "-" + pid;
        }
        return directory.endsWith(SUFFIX)
                ? directory.substring(0, directory.length() - SUFFIX.length())
                : process.pid() + "-" + process.startNanos();
    }
}
