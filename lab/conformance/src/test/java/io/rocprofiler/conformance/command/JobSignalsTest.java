package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Event;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signals that users, shells, batch systems and terminals send to the command are the program's, whether the kernel
/// gives them to one process or to all of a job.
final class JobSignalsTest {

    private static final int LEAST_LINES = 4;

    @ParameterizedTest
    @ValueSource(strings = {"leader", "job", "stopped", "plain"})
    void a_program_gets_each_signal_as_often_as_untraced_with_the_command_as(String way) {
        Outcome untraced = run(way);
        assertThat(untraced.outLines()).as(untraced.err()).hasSizeGreaterThan(LEAST_LINES);
        assertThat(untraced.outLines().getLast()).contains(" end 7 ");
        Outcome traced = run(
                way, Product.file("bin/rocprofv3"), "--marker-trace", "-f", "csv", "-d", "out", "-o", "trace", "--");
        assertThat(traced.out()).as(traced.err()).isEqualTo(untraced.out());
        assertThat(traced.status()).isZero();
        assertThat(Trace.read("csv", traced.folder().resolve("out")))
                .extracting(Event::function)
                .containsExactlyInAnyOrder("call", "end");
    }

    private static Outcome run(String way, String... command) {
        Path script = Product.SOURCES.resolve("python/signals_to_job.py");
        List<String> all = new ArrayList<>(List.of("python3", script.toString(), way));
        all.addAll(List.of(command));
        all.add(Product.client("seen_signals"));
        return Run.command(all.toArray(String[]::new)).onSoftgpu().go();
    }
}
