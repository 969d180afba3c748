package io.rocprofiler.facts.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.facts.Generator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Runs the system's compiler on the generator's output.
public final class Compiler {
    /// This module's folder, which holds the facts; tests run in it.
    public static final Path FACTS = Path.of("").toAbsolutePath();

    static final Path SOFTGPU_INCLUDE = FACTS.resolveSibling("lab/softgpu").resolve("include");
    static final List<String> C99 = List.of("gcc", "-std=c99", "-x", "c");
    static final List<String> C11 = List.of("gcc", "-std=c11", "-x", "c");
    static final List<String> CXX17 = List.of("g++", "-std=c++17", "-x", "c++", "-Wno-invalid-offsetof");

    /// The helpers that need cereal, Perfetto's SDK, comgr or libdw.
    private static final List<String> THEIRS =
            List.of("serialization", "perfetto", "codeobj/disassembly", "codeobj/code_printing");

    private Compiler() {}

    public static void generate(String target, Path output) {
        Generator.main(new String[] {FACTS.toString(), target, output.toString()});
    }

    /// Fails the test with the compiler's messages unless `file` compiles without a warning.
    static void compile(List<String> language, Path file, Path... includes) {
        List<String> command = new ArrayList<>(language);
        command.addAll(List.of("-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-fsyntax-only"));
        Stream.of(includes).forEach(include -> command.add("-I" + include));
        command.add(file.toString());
        run(command);
    }

    public static String run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as(() -> String.join(" ", command) + "\n"
                            + output.lines().limit(20).toList())
                    .isZero();
            return output;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    public static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Copies a C source that lies beside the tests to `directory`.
    static Path source(String name, Path directory) {
        try (InputStream stream = Objects.requireNonNull(Compiler.class.getResourceAsStream(name), name)) {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, stream.readAllBytes());
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static List<String> headers(Path directory) {
        return headers(directory, ".h");
    }

    /// The helpers for C++ that need no other library's headers.
    static List<String> helpers(Path directory) {
        return headers(directory, ".hpp").stream()
                .filter(header -> THEIRS.stream().noneMatch(header::contains))
                .toList();
    }

    private static List<String> headers(Path directory, String suffix) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
