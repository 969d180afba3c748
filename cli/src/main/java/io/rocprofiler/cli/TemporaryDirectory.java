package io.rocprofiler.cli;

import java.nio.file.Path;
import java.util.Map;

/// Where what does not fit into memory is sorted: AMD's `ROCPROF_TMPDIR`, else the system's.
final class TemporaryDirectory {

    private TemporaryDirectory() {}

    static Path of(Map<String, String> environment) {
        String named = environment.getOrDefault("ROCPROF_TMPDIR", "");
        return Path.of(named.isEmpty() ? environment.getOrDefault("TMPDIR", "/tmp") : named);
    }
}
