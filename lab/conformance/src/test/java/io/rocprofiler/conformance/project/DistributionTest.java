package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The product installs as one folder, which is complete and works at any location.
final class DistributionTest {

    private static final String EXAMPLE = "share/rocprofiler/examples/01-matrix-transpose";

    /// The example's arguments: 4 transposes of 64x64.
    private static final List<String> SMALL = List.of("64", "2");

    @Test
    void the_example_in_c_passes_on_the_software_gpu() {
        Outcome outcome = softgpu(Product.HOME, List.of(program(Product.HOME))).go();
        assertThat(outcome.out()).startsWith("PASSED: 4 transposes of 64x64");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void the_example_in_java_passes_with_the_runtime_that_comes_along() {
        Outcome outcome = softgpu(Product.HOME, java(Product.HOME)).go();
        assertThat(outcome.out()).startsWith("PASSED: 4 transposes of 64x64");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void a_trace_of_the_example_in_c_has_every_call() throws IOException {
        Outcome outcome = softgpu(Product.HOME, traced(Product.HOME, List.of(program(Product.HOME))))
                .go();
        assertComplete(outcome);
        assertThat(calls(outcome, "hip", "hipStreamCreate")).isEqualTo(2);
        assertThat(calls(outcome, "marker", "queued")).isEqualTo(2);
        assertThat(calls(outcome, "marker", "in flight")).isEqualTo(2);
    }

    @Test
    void a_trace_of_the_example_in_java_has_every_call() throws IOException {
        assertComplete(
                softgpu(Product.HOME, traced(Product.HOME, java(Product.HOME))).go());
    }

    @ParameterizedTest
    @ValueSource(strings = {"copy", "a copy with spaces"})
    void it_works_when_it_is_copied_elsewhere(String name, @TempDir Path elsewhere) throws IOException {
        Path copy = elsewhere.resolve(name);
        assertThat(Run.command("cp", "-r", Product.HOME.toString(), copy.toString())
                        .go()
                        .status())
                .isZero();
        assertComplete(softgpu(copy, traced(copy, List.of(program(copy)))).go());
    }

    /// A method's profile from the training run decides its compilers for good: one that was compiled only by the
    /// quick compiler stays at level 1, which is for trivial methods.
    @Test
    void the_start_up_cache_keeps_no_method_of_the_path_of_calls_from_the_better_compiler() throws IOException {
        Run run = Run.client("steady", "1", "200000");
        Path log = run.folder().resolve("compilations.log");
        Outcome outcome = run.with("LD_PRELOAD", Product.tool("events"))
                .with("EVENTS", "buffer")
                .with("EVENTS_FILE", "/dev/null")
                .with("ROCPROFILER_JAVA_OPTIONS", "-XX:+LogCompilation -XX:LogFile=" + log)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(9);
        List<String> compiled;
        try (Stream<String> lines = Files.lines(log)) {
            compiled = lines.filter(line -> line.contains("<nmethod ") && line.contains(".call.CallSteps "))
                    .toList();
        }
        assertThat(compiled).isNotEmpty().noneMatch(line -> line.contains("level='1'"));
    }

    /// Code of method handles, lambdas and switches over types, each of which takes a millisecond or more, every time.
    /// Without the start-up cache there is such code: the log would show it.
    @ParameterizedTest
    @CsvSource({"--marker-trace, markers, ''", "--kernel-trace, renames, kk", "--sys-trace, renames, kpkek"})
    void the_start_for_a_program_makes_no_code_where_c_writes_the_records(
            String options, String program, String steps) {
        String log = "-Xlog:class+load:stderr";
        List<String> traced = List.of(options.split(" "));
        assertThat(classesLoaded(traced, log + " -XX:AOTMode=off", program, steps))
                .anyMatch(line -> line.contains("/0x"));
        assertThat(classesLoaded(traced, log, program, steps)).noneMatch(line -> line.contains("/0x"));
    }

    private static List<String> classesLoaded(List<String> traced, String options, String program, String argument) {
        String[] arguments = argument.isEmpty() ? new String[0] : new String[] {argument};
        Outcome outcome = Run.traced(traced, program, arguments)
                .withEngine()
                .with("ROCPROFILER_JAVA_OPTIONS", options)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        return outcome.errLines();
    }

    @Test
    void the_command_is_found_through_a_symbolic_link() throws IOException {
        Path link = Product.TARGET.resolve("link-to-rocprofv3");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Product.HOME.resolve("bin/rocprofv3"));
        Outcome outcome = Run.command(link.toString(), "--version").go();
        assertThat(outcome.out()).contains("0.1.0");
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "rocprofiler.aot, java/rocprofiler-abi.jar:java/rocprofiler-sdk.jar:java/rocprofiler-collector.jar",
        "rocprofv3.aot, java/cli/*.jar"
    })
    void the_start_up_cache_fits_the_runtime_and_the_class_path(String cache, String jars) throws IOException {
        // AOTMode=on ends the JVM if the cache cannot be used; without it, the JVM would only be slower.
        Outcome outcome = Run.command(
                        Product.file("lib/runtime/bin/java"),
                        "-XX:+UseSerialGC",
                        "-XX:AOTMode=on",
                        "-XX:AOTCache=" + Product.file("lib/runtime/" + cache),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(jars),
                        "-version")
                .go();
        assertThat(outcome.err()).contains("25").doesNotContain("rror");
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "lib/librocprofiler-register.so, lib/librocprofiler-register.so.0",
        "lib/librocprofiler-sdk.so, lib/librocprofiler-sdk.so.1",
        "lib/librocprofiler-sdk-roctx.so, lib/librocprofiler-sdk-roctx.so.1",
        "lib/librocprofiler-sdk-rocpd.so, lib/librocprofiler-sdk-rocpd.so.1",
        "lib/softgpu/libamdhip64.so, lib/softgpu/libamdhip64.so.7",
        "lib/softgpu/libhsa-runtime64.so, lib/softgpu/libhsa-runtime64.so.1"
    })
    void a_library_is_one_file_under_both_of_its_names(String plain, String versioned) throws IOException {
        assertThat(Files.isSameFile(Product.HOME.resolve(plain), Product.HOME.resolve(versioned)))
                .isTrue();
    }

    // --- commands -------------------------------------------------------------------------------------------------

    /// Runs softgpu without the JDK that runs the tests.
    private static Run softgpu(Path home, List<String> command) {
        Stream<String> all = Stream.of(List.of(home.resolve("bin/softgpu").toString()), command, SMALL)
                .flatMap(List::stream);
        return Run.command(all.toArray(String[]::new))
                .with("PATH", "/usr/bin:/bin")
                .with("JAVA_HOME", "");
    }

    private static List<String> traced(Path home, List<String> command) {
        List<String> rocprofv3 = List.of(
                home.resolve("bin/rocprofv3").toString(),
                "--sys-trace",
                "-f",
                "csv",
                "json",
                "-d",
                "out",
                "-o",
                "t",
                "--");
        return Stream.concat(rocprofv3.stream(), command.stream()).toList();
    }

    private static String program(Path home) {
        return home.resolve(EXAMPLE + "/transpose").toString();
    }

    private static List<String> java(Path home) {
        return List.of(
                home.resolve("lib/runtime/bin/java").toString(),
                "-jar",
                home.resolve(EXAMPLE + "/transpose.jar").toString());
    }

    private static String classPath(String jars) throws IOException {
        if (!jars.endsWith("/*.jar")) {
            return Product.file("lib/" + jars).replace(":", ":" + Product.file("lib") + "/");
        }
        try (Stream<Path> files = Files.list(Product.HOME.resolve("lib/" + jars.replace("/*.jar", "")))) {
            return String.join(
                    ":",
                    files.map(Path::toString)
                            .filter(file -> file.endsWith(".jar"))
                            .sorted()
                            .toList());
        }
    }

    // --- a run's output -------------------------------------------------------------------------------------------

    private static void assertComplete(Outcome outcome) throws IOException {
        assertThat(outcome.out()).startsWith("PASSED: 4 transposes of 64x64");
        assertThat(outcome.err()).doesNotContain("in flight").doesNotContain("ERROR");
        assertThat(outcome.status()).isZero();
        assertThat(calls(outcome, "hip", "hipLaunchKernel")).isEqualTo(4);
        assertThat(calls(outcome, "hip", "hipMemcpyAsync")).isEqualTo(8);
        assertThat(calls(outcome, "marker", "round")).isEqualTo(2);
        assertThat(outcome.folder().resolve("out/t_results.json")).isNotEmptyFile();
    }

    private static long calls(Outcome outcome, String domain, String function) throws IOException {
        try (Stream<String> lines = Files.lines(outcome.folder().resolve("out/t_" + domain + "_api_trace.csv"))) {
            return lines.filter(line -> line.contains(",\"" + function + "\",")).count();
        }
    }
}
