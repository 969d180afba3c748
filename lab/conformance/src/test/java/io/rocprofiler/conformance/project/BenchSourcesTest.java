package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.JavaTool;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The benchmarks' programs compile against the installed product: nothing else tells, as no test runs them.
final class BenchSourcesTest {

    private static final Path SOURCES =
            Product.SOURCES.toAbsolutePath().resolve("../../../bench/src").normalize();

    static List<Path> c() throws IOException {
        return sources(".c");
    }

    @ParameterizedTest
    @MethodSource("c")
    void a_program_in_c_compiles(Path source) {
        Outcome outcome = Run.command(
                        "cc",
                        "-std=gnu11",
                        "-D_GNU_SOURCE",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-fsyntax-only",
                        "-I" + Product.file("include"),
                        "-I" + Product.file("share/rocprofiler/softgpu/include"),
                        source.toString())
                .go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    @Test
    void the_programs_in_java_compile(@TempDir Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-cp", JavaTool.CLASS_PATH, "-d", classes.toString()));
        sources(".java").forEach(source -> arguments.add(source.toString()));
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(status).isZero();
    }

    private static List<Path> sources(String ending) throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertThat(found).isNotEmpty();
            return found;
        }
    }
}
