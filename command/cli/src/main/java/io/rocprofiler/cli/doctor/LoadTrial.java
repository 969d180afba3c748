package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Asks the dynamic linker what a library needs, without running any of its code.
record LoadTrial(Map<String, String> environment) {

    private static final Path LINKER = Path.of("/lib64/ld-linux-x86-64.so.2");
    private static final int SECONDS = 10;

    /// Returns what is missing, in the linker's words; empty if nothing is, or nobody can be asked.
    String missing(Library library) {
        if (!Files.isExecutable(LINKER)) {
            return "";
        }
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(List.of(LINKER.toString(), library.file().toString()));
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.environment().remove("LD_PRELOAD");
            builder.environment().put("LD_TRACE_LOADED_OBJECTS", "1");
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return answer.lines()
                    .filter(line -> line.contains("not found"))
                    .map(line -> line.strip().replace(" => not found", " is not found"))
                    .findFirst()
                    .orElse("");
        } catch (IOException _) {
            return "";
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
