package io.rocprofiler.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The output and exit code of a finished process.
public record Result(int code, String out, String err) {

    public static Result of(ProcessBuilder builder) throws IOException, InterruptedException {
        Path err = Files.createTempFile("stderr", "");
        try {
            Process process = builder.redirectError(err.toFile()).start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), out, Files.readString(err));
        } finally {
            Files.delete(err);
        }
    }

    List<String> lines() {
        return err.lines().toList();
    }
}
