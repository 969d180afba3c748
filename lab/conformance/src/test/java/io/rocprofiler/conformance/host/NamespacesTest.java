package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// However a program opens our libraries, it behaves as it does without a tool.
final class NamespacesTest {
    private static final int ROUNDS = 50;

    private static final List<String> ANNOTATED = List.of("librocprofiler-sdk-roctx.so.1", "libroctx64.so.4");

    static Stream<Arguments> ways() {
        List<String> libraries = Stream.concat(
                        ANNOTATED.stream(),
                        Stream.of("librocprofiler-sdk.so.1", "librocprofiler-register.so.0", "libroctracer64.so.4"))
                .toList();
        return Stream.of("local", "deep", "new", "twice")
                .flatMap(way -> libraries.stream().map(library -> Arguments.of(way, library)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_program_can_open_and_close_without_a_tool(String way, String library) {
        Outcome outcome = run(way, library).go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).isEqualTo(7);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void a_traced_program_can_open_and_close(String way, String library) {
        Run run = run(way, library);
        Outcome outcome =
                run.collecting(run.folder().resolve("records"), "MARKER_API").go();
        assertThat(outcome.out()).as(outcome.err()).isEqualTo("done\n");
        assertThat(outcome.status()).isEqualTo(7);
        assertThat(outcome.errLines()).hasSizeLessThanOrEqualTo(1);
        if (!ANNOTATED.contains(library)) return;
        assertThat(outcome.err()).isEmpty();
        assertThat(marks(outcome)).isEqualTo(way.equals("twice") ? 2 * ROUNDS : ROUNDS);
    }

    private static Run run(String way, String library) {
        return Run.command(Product.client("namespaces"), way, Product.file("lib/" + library));
    }

    private static long marks(Outcome outcome) {
        Run convert = Run.command(
                Product.file("bin/rocprofv3"),
                "convert",
                outcome.folder().resolve("records").toString(),
                "-f",
                "csv",
                "-d",
                "out",
                "-o",
                "trace");
        assertThat(convert.go().status()).isZero();
        return Trace.read("csv", convert.folder().resolve("out")).stream()
                .filter(event -> event.function().equals("mark"))
                .count();
    }
}
