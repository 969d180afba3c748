package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The plans that the command compiles for a selection of services.
final class RecorderPlans {
    private static final Map<List<String>, String> KNOWN = new ConcurrentHashMap<>();

    private RecorderPlans() {}

    /// Returns the path of the file with the plans of services such as `MARKER_API`; empty where the command makes
    /// none.
    static String of(List<String> services) {
        return KNOWN.computeIfAbsent(services, RecorderPlans::compile);
    }

    private static String compile(List<String> services) {
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Product.TARGET.resolve("runs")), "plans");
            // Programs of other users read them, too.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path plans = folder.resolve("recorder.plans");
            Run run = Run.command(
                    Product.file("bin/rocprofv3"),
                    "-d",
                    "out",
                    "--",
                    "sh",
                    "-c",
                    "[ -z \"$ROCPROFILER_RECORDER_PLANS\" ] || cp \"$ROCPROFILER_RECORDER_PLANS\" " + plans);
            for (String service : services) run.with("ROCPROF_" + service + "_TRACE", "1");
            run.go();
            return Files.exists(plans) ? plans.toString() : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
