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
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs built with a sanitizer report the same findings under the command as without it.
final class SanitizedProgramsTest {

    /// Addresses, process and thread ids, and frames below `main` differ from run to run.
    private static final Pattern FINDING = Pattern.compile("(?m)^SUMMARY: .*|runtime error: .*");

    @ParameterizedTest
    @CsvSource({
        "gcc, address, none leak overflow segv",
        "gcc -static-libasan, address, none leak",
        "clang, address, none leak overflow",
        "clang -shared-libasan, address, none leak",
        "gcc, leak, none leak",
        "clang, leak, leak",
        "gcc, undefined, none undefined",
        "clang, undefined, undefined",
        "gcc, thread, none race",
        "clang, thread, none race"
    })
    void find_what_they_find_untraced(String compiler, String sanitizer, String faults) throws IOException {
        Path program = build(compiler, sanitizer);
        for (String fault : faults.split(" ")) {
            Outcome untraced =
                    Run.command(program.toString(), fault).onSoftgpu().go();
            // Started through a shell, which is not built with a sanitizer.
            Outcome traced = Run.tracedProgram(
                            List.of("--hip-trace", "--marker-trace", "-f", "csv"), "sh", "-c", program + " " + fault)
                    .go();
            assertThat(traced.out()).as(fault + traced.err()).isEqualTo(untraced.out());
            assertThat(traced.status()).as(fault + traced.err()).isEqualTo(untraced.status());
            assertThat(findings(traced)).as(fault + traced.err()).isEqualTo(findings(untraced));
            assertThat(Trace.read("csv", traced.folder().resolve("out")))
                    .as(fault)
                    .hasSize(10);
        }
    }

    private static Path build(String compiler, String sanitizer) throws IOException {
        Path folder = Files.createDirectories(Product.TARGET.resolve("sanitized"));
        Path program = folder.resolve(compiler.replace(' ', '_') + "_" + sanitizer);
        Outcome built = Run.command(
                        "bash",
                        "-c",
                        ("%s -g -fsanitize=%s -o %s %s -I%s -I%s -L%s -L%s -l:libamdhip64.so.7 -Wl,--allow-shlib-undefined"
                                        + " -pthread")
                                .formatted(
                                        compiler,
                                        sanitizer,
                                        program,
                                        Product.SOURCES.resolve("c/sanitized.c"),
                                        Product.file("include"),
                                        Product.file("share/rocprofiler/softgpu/include"),
                                        Product.file("lib/softgpu"),
                                        Product.file("lib")))
                .go();
        String missing = compiler + " has no sanitizer for " + sanitizer + " on this machine";
        assumeTrue(built.status() == 0, missing);
        assumeTrue(Run.command(program.toString()).onSoftgpu().go().status() == 0, missing);
        return program;
    }

    private static List<String> findings(Outcome outcome) {
        return FINDING.matcher(outcome.err())
                .results()
                .map(match -> match.group())
                .toList();
    }
}
