package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Compiles a C program with the system's compiler and runs it.
final class Compiler {
    private Compiler() {}

    static List<String> compileAndRun(Path directory, String source, String... options)
            throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("probe.c"), source);
        Path program = directory.resolve("probe");
        List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1", "-Wall", "-Werror"));
        command.addAll(List.of(options));
        command.addAll(List.of("-o", program.toString(), file.toString()));
        run(directory, command);
        return run(directory, List.of(program.toString()));
    }

    private static List<String> run(Path directory, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", command, output).isZero();
        return output.lines().toList();
    }
}
