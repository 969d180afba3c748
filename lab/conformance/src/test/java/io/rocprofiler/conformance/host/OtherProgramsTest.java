package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Programs that cannot load the library run as usual, as the command's program and as children of a traced one;
/// the first case is reported in one line.
final class OtherProgramsTest {
    private static final String PROCESSES = Product.client("processes");

    enum Sort {
        BITS_32("is a 32-bit program, and ROCm is 64-bit", "cc", "-m32"),
        MUSL("is made for musl's C library, and ROCm's libraries are made for the GNU one", "musl-gcc"),
        STATIC("is linked statically: nothing can be loaded into it that would trace it", "cc", "-static"),
        STATIC_PIE("is linked statically: nothing can be loaded into it that would trace it", "cc", "-static-pie"),
        PRIVILEGED(
                "runs with the rights of another user or group (setuid), and such programs load nothing that the environment"
                        + " names",
                "cc");

        private final String reason;
        /// The compiler and its options, separated by blanks.
        private final String compiler;

        Sort(String reason, String... compiler) {
            this.reason = reason;
            this.compiler = String.join(" ", compiler);
        }

        /// Returns a program that prints "works" and exits with 3.
        Path program() throws IOException {
            Path folder = Files.createDirectories(Product.TARGET.resolve("other-programs"));
            Path source = Files.writeString(
                    folder.resolve(name() + ".c"),
                    "#include <stdio.h>\nint main(void) { puts(\"works\"); return 3; }\n");
            Path program = folder.resolve(name());
            String[] command = Stream.of(
                            Stream.of(compiler.split(" ", -1)), Stream.of("-o", program.toString(), source.toString()))
                    .flatMap(words -> words)
                    .toArray(String[]::new);
            String why = compiler.split(" ", -1)[0] + " makes no such programs on this machine";
            assumeTrue(Run.command("which", compiler.split(" ", -1)[0]).go().status() == 0, why);
            assumeTrue(Run.command(command).go().status() == 0, why);
            if (this == PRIVILEGED) {
                Files.setAttribute(program, "unix:mode", 04755);
            }
            assumeTrue(Run.command(program.toString()).go().status() == 3, "this machine does not run such programs");
            return program;
        }
    }

    @ParameterizedTest
    @EnumSource
    void run_untraced_and_one_line_says_why(Sort sort) throws IOException {
        Path program = sort.program();
        Outcome outcome = traced(program.toString());
        assertThat(outcome.out()).isEqualTo("works\n");
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: warning: nothing was recorded: " + program + " " + sort.reason);
    }

    @ParameterizedTest
    @EnumSource
    void run_through_links_and_the_path_and_as_interpreters_of_scripts(Sort sort) throws IOException {
        Path program = sort.program();
        Path link = program.resolveSibling(sort + "-link");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, program.getFileName());
        Path script = program.resolveSibling(sort + "-script");
        Files.writeString(script, "#! " + link + " argument\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Outcome outcome = Run.command(
                        Product.file("bin/rocprofv3"),
                        "--sys-trace",
                        "-d",
                        "out",
                        "--",
                        script.getFileName().toString())
                .with("PATH", program.getParent() + ":" + System.getenv("PATH"))
                .go();
        assertThat(outcome.out()).isEqualTo("works\n");
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.errLines())
                .containsExactly(
                        "rocprofv3: warning: nothing was recorded: " + script.getFileName() + " " + sort.reason);
    }

    @ParameterizedTest
    @EnumSource
    void say_nothing_as_children_of_a_traced_program_whose_other_children_are_traced(Sort sort) throws IOException {
        Path program = sort.program();
        Outcome outcome = traced("sh", "-c", program + "; " + PROCESSES + " calls 4; " + program);
        assertThat(outcome.out()).isEqualTo("works\nworks\n");
        assertThat(outcome.status()).isEqualTo(3);
        assertThat(outcome.errLines()).isNotEmpty().allMatch(line -> line.startsWith("rocprofv3: wrote "));
        assertThat(Trace.read("csv", outcome.folder().resolve("out")))
                .filteredOn(event -> event.function().equals("hipGetDevice"))
                .hasSize(4);
    }

    private static Outcome traced(String... program) {
        String[] command = Stream.concat(
                        Stream.of(
                                Product.file("bin/rocprofv3"),
                                "--hip-trace",
                                "--marker-trace",
                                "-f",
                                "csv",
                                "-d",
                                "out",
                                "-o",
                                "trace",
                                "--"),
                        Stream.of(program))
                .toArray(String[]::new);
        return Run.command(command).onSoftgpu().go();
    }
}
