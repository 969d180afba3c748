package io.rocprofiler.cli.convert;

import io.rocprofiler.cli.options.Version;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Writes `<prefix>_config.json` (`output_config.cpp` of rocprofiler-sdk 1.0.0): the command's options, for
/// each process.
final class Configuration {

    private Configuration() {}

    /// Writes the file, one element per process.
    ///
    /// @return the file
    static Path write(
            Prefix prefix,
            List<ProcessTrace> processes,
            Map<String, Object> configuration,
            Map<String, String> environment)
            throws IOException {
        List<Map<String, Object>> elements = processes.stream()
                .map(process -> Map.<String, Object>of("metadata", metadata(process, configuration, environment)))
                .toList();
        Path file = prefix.file("config", "json");
        byte[] json = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsBytes(Map.of("rocprofiler-sdk-tool", elements));
        NewFile.write(file, json);
        return file;
    }

    private static Map<String, Object> metadata(
            ProcessTrace process, Map<String, Object> configuration, Map<String, String> environment) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("pid", process.pid());
        values.put("init_time", process.startNanos());
        values.put("fini_time", process.endNanos());
        values.put("config", configuration);
        values.put("command", process.properties().command());
        values.put("build_spec", build());
        values.put("environment", new TreeMap<>(environment));
        return values;
    }

    private static Map<String, Object> build() {
        String[] version = Version.NUMBER.split("\\.");
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("version_major", Integer.valueOf(version[0]));
        values.put("version_minor", Integer.valueOf(version[1]));
        values.put("version_patch", Integer.valueOf(version[2]));
        values.put("soversion", 1);
        values.put("compiler_id", "Java");
        values.put("compiler_version", Runtime.version().toString());
        values.put("git_describe", "");
        values.put("git_revision", "");
        values.put("library_arch", Version.ARCHITECTURE);
        values.put("system_name", System.getProperty("os.name"));
        values.put("system_processor", System.getProperty("os.arch"));
        values.put("system_version", System.getProperty("os.version"));
        return values;
    }
}
