package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Projects outside of this tree find what is installed: a tool, a marked program, a runtime's part, a writer of
/// databases and a client of the older interface, built by `find_package` and by `pkg-config`.
final class PackagesTest {
    @TempDir
    Path work;

    @Test
    void cmake_finds_builds_installs_and_runs() {
        assumeTrue(has("cmake"), "no cmake");
        Path project = copy();
        Path build = work.resolve("build");
        Path installed = work.resolve("a prefix");
        done(
                "cmake",
                "-S",
                project.resolve("cmake").toString(),
                "-B",
                build.toString(),
                "-DCMAKE_PREFIX_PATH=" + Product.HOME,
                "-DPRODUCT=" + Product.HOME,
                "-DCMAKE_INSTALL_PREFIX=" + installed);
        done("cmake", "--build", build.toString());
        done("cmake", "--install", build.toString());
        assertTheyRun(installed.resolve("bin"));
    }

    @Test
    void pkg_config_says_the_version_of_the_headers() {
        assumeTrue(has("pkg-config"), "no pkg-config");
        String header = text(Path.of(Product.file("include/rocprofiler-sdk/version.h")));
        for (String name : List.of("rocprofiler-sdk", "rocprofiler-sdk-roctx")) {
            String version = Run.command("pkg-config", "--modversion", name)
                    .with("PKG_CONFIG_PATH", Product.file("lib/pkgconfig"))
                    .go()
                    .out()
                    .strip();
            assertThat(version).matches("1\\.\\d+\\.\\d+");
            assertThat(header).contains("#define ROCPROFILER_VERSION_STRING \"" + version + "\"\n");
        }
    }

    @Test
    void pkg_config_finds_what_make_builds() {
        assumeTrue(has("pkg-config"), "no pkg-config");
        Path installed = work.resolve("prefix");
        Run make = Run.command("make", "-C", copy().resolve("pkgconfig").toString(), "PREFIX=" + installed, "install")
                .with("PKG_CONFIG_PATH", Product.file("lib/pkgconfig"));
        Outcome outcome = make.go();
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
        assertTheyRun(installed);
    }

    private static void assertTheyRun(Path folder) {
        assertThat(out(folder.resolve("program"))).containsExactly("tool: 3 calls");
        assertThat(out(folder.resolve("older"))).containsExactly("older: mark");
        assertThat(out(folder.resolve("schema"))).containsExactly("schema: rocpd_tables.sql of _a_b");
        // No tool is there, so register keeps the table, and the import said where it came from.
        assertThat(out(folder.resolve("runtime")))
                .containsExactly("runtime: rocprofiler-register found no tools", "runtime: rccl 22203");
    }

    private static List<String> out(Path program) {
        Outcome outcome = Run.command(program.toString()).go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.outLines();
    }

    private static void done(String... command) {
        Outcome outcome = Run.command(command).go();
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    }

    /// The projects, away from this tree.
    private Path copy() {
        Path copy = work.resolve("projects");
        Outcome outcome = Run.command(
                        "cp", "-r", Product.SOURCES.resolve("packages").toString(), copy.toString())
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return copy;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean has(String tool) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
