package io.rocprofiler.conformance.end;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Oracle;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads that record faster than one thread extends the file continue in further files beside it
/// (`docs/adr/0002-segments-in-mapped-files.md`). The program has one processor, so that its threads outrun any other,
/// and the JVM, or the recorder, believes in 16, which permits further files.
final class OutrunTest {
    private static final int KINDS = 3; // each of the client's calls: one of HIP, a mark and a range

    @ParameterizedTest
    @CsvSource({"kill,  137, engine", "exit,  3,   recorder", "_exit, 3,   recorder", "kill,  137, recorder"})
    void calls_in_further_files_are_in_the_trace_however_the_program_ends(String mode, int status, String recording)
            throws IOException {
        String program = Product.client("lasting");
        Run run = Run.command("taskset", "-c", processor(), program, "oracle", mode, "6", "120000");
        Path records = run.folder().resolve("records");
        run.onSoftgpu().collecting(records, "HIP_RUNTIME_API", "MARKER_API");
        if (recording.equals("engine"))
            run.withEngine().with("ROCPROFILER_JAVA_OPTIONS", "-XX:ActiveProcessorCount=16");
        else run.with("LD_PRELOAD", Product.client("processors_preload.so"));
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
        assertThat(outcome.out()).isEqualTo("ends\n");
        assertThat(outcome.err()).isEmpty();
        assertThat(annexes(records)).isPositive();

        Outcome converted = Run.converting(records).go();
        assertThat(converted.status()).as(converted.err()).isZero();
        assertThat(converted.err()).doesNotContain("warning", "damaged", "dropped 1");
        Oracle.Row calls = Oracle.read(run.folder().resolve("oracle")).getFirst();
        // The first calls are those between runtimes at their initialisation.
        assertThat((long) Trace.read("csv", converted.folder().resolve("out")).size())
                .isBetween(KINDS * calls.done(), KINDS * calls.begun() + 10);
    }

    private static long annexes(Path records) throws IOException {
        try (Stream<Path> files = Files.walk(records)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches("records-\\d+\\.seg"))
                    .count();
        }
    }

    /// Returns a processor that this process may use.
    private static String processor() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/self/status"));
        return lines.stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.replaceAll("\\D*(\\d+).*", "$1"))
                .findFirst()
                .orElseThrow();
    }
}
