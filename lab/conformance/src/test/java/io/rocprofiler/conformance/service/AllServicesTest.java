package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A large tool in C++ that uses all services at once, in contexts by name, and reads texts by their pointers when it
/// is finalized. A program of its own, which shares no code with the engine, checks that what it got fits together.
public final class AllServicesTest {
    private static final Path TOOL = Product.SOURCES.resolve("everything");

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit", "sleeping"})
    void the_tool_sees_exactly_what_the_program_did(String end) throws IOException {
        seesExactlyWhatItDid(Run.client("everything", "4", "20", Product.client("add_kernels.so"), end));
    }

    public static void seesExactlyWhatItDid(Run run) throws IOException {
        Outcome outcome = traced(run).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        Path account = Files.writeString(run.folder().resolve("program.json"), outcome.out());
        check(trace(run).toString(), account.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"launches 400 4 4 5", "graph 8 5"})
    void what_it_sees_of_many_dispatches_fits_together(String work) {
        List<String> words = List.of(work.split(" "));
        Run run = Run.client("dispatches", words.toArray(String[]::new));
        Outcome outcome = traced(run).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).endsWith(", 0 wrong results\n");
        check(trace(run).toString());
    }

    @Test
    void what_it_sees_of_openmp_fits_together() {
        assumeTrue(Files.exists(Path.of(Product.client("openmp"))), "no OpenMP runtime of LLVM");
        Run run = Run.client("openmp", "3", "4", "hip");
        Outcome outcome = traced(run).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        check(trace(run).toString());
    }

    /// The end of the process cuts work off, and says so; what the tool gets of it is right nevertheless.
    @Test
    void threads_may_go_on_while_the_tool_is_finalized() {
        Run run = Run.client("everything", "2", "3", Product.client("add_kernels.so"), "busy");
        Outcome outcome = traced(run).go();
        assertThat(outcome.errLines()).allMatch(line -> line.contains(" came while the process ended; "));
        assertThat(outcome.status()).isZero();
        check("--cut", trace(run).toString());
    }

    @Test
    void agents_are_the_same_in_initialize_and_in_finalize(@TempDir Path machine) {
        Run run = Run.client("everything", "1", "1").with("SOFTGPU_MACHINE", machine.toString());
        assertThat(traced(run).go().err()).isEmpty();
        check("--agents", trace(run).toString());
    }

    @Test
    void the_program_does_the_same_without_the_tool() {
        Outcome outcome = Run.client("everything", "2", "3").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    static Stream<Path> releases() throws IOException {
        Map<String, String> environment = System.getenv();
        String home = environment.getOrDefault("XDG_CACHE_HOME", environment.getOrDefault("HOME", "") + "/.cache");
        Path cache = Path.of(environment.getOrDefault("ROCM_HEADERS", home + "/rocprofiler-java/rocm-headers"));
        assumeTrue(Files.isDirectory(cache), () -> "no headers of ROCm in " + cache + ": run fetch-rocm-headers");
        try (Stream<Path> folders = Files.list(cache)) {
            return folders.sorted().toList().stream();
        }
    }

    /// Our headers alone are what its library is made with.
    @ParameterizedTest
    @MethodSource("releases")
    void it_compiles_beside_the_headers_of_rocm(Path release) throws IOException {
        compile("g++", release);
        if (System.getProperty("rocm.headers", "").equals("all")) compile("clang++", release);
    }

    private static void compile(String compiler, Path release) throws IOException {
        List<String> command = new ArrayList<>(List.of(compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of("-fsyntax-only", "-I" + Product.file("include")));
        command.addAll(List.of("-isystem", release.resolve("include").toString()));
        try (Stream<Path> files = Files.list(TOOL)) {
            files.map(Path::toString).filter(file -> file.endsWith(".cpp")).forEach(command::add);
        }
        Outcome outcome = Run.command(command.toArray(String[]::new)).go();
        assertThat(outcome.err()).as(compiler).isEmpty();
        assertThat(outcome.status()).isZero();
    }

    private static Run traced(Run run) {
        return run.with("LD_PRELOAD", Product.tool("everything"))
                .with("EVERYTHING_FILE", trace(run).toString());
    }

    private static Path trace(Run run) {
        return run.folder().resolve("everything.json");
    }

    private static void check(String... words) {
        List<String> command =
                new ArrayList<>(List.of("python3", TOOL.resolve("check.py").toString()));
        command.addAll(List.of(words));
        Outcome outcome = Run.command(command.toArray(String[]::new)).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("0 differences\n");
        assertThat(outcome.status()).isZero();
    }
}
