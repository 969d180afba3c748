package io.rocprofiler.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What a run of a program has left.
///
/// @param status the exit status, or a negative number if it did not end in time
record Outcome(List<String> command, int status, String out, String err) {

    private static final int SECONDS = 120;

    /// @param folder for its output
    static Outcome of(List<String> command, Map<String, String> variables, Path folder)
            throws IOException, InterruptedException {
        return of(command, variables, folder, SECONDS);
    }

    /// @param folder for its output
    /// @param seconds after which the program and its children are killed
    static Outcome of(List<String> command, Map<String, String> variables, Path folder, int seconds)
            throws IOException, InterruptedException {
        File out = Files.createTempFile(folder, "out", "").toFile();
        File err = Files.createTempFile(folder, "err", "").toFile();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(variables);
        Process process = builder.redirectOutput(out).redirectError(err).start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return new Outcome(command, ended ? process.exitValue() : -1, text(out), text(err));
    }

    /// Whether another run of the program did the same: the same status and output, but for the time, which differs
    /// from run to run.
    boolean isLike(Outcome other) {
        return status == other.status && comparable().equals(other.comparable());
    }

    /// @param variables that this run had beside those of all
    String report(Map<String, String> variables) {
        StringBuilder line = new StringBuilder();
        new TreeMap<>(variables)
                .forEach((name, value) ->
                        line.append(name).append('=').append(value).append(' '));
        return "%n$ %s%s%n%s%sstatus %d%n".formatted(line, String.join(" ", command), out, err, status);
    }

    private String comparable() {
        return out.replaceAll("[0-9.]+ ms", "? ms");
    }

    private static String text(File file) throws IOException {
        return Files.readString(file.toPath(), StandardCharsets.ISO_8859_1);
    }
}
