package io.rocprofiler.conformance.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Descriptor numbers belong to the program: a file it opens is never mistaken for one that the product had at
/// that number.
final class ForeignDescriptorsTest {

    @Test
    void a_file_as_long_as_ours_in_the_place_of_ours_stays_as_it_is_and_all_is_recorded() {
        Outcome untraced = Run.client("same_size").go();
        Outcome traced =
                Run.traced(List.of("--hip-trace", "-f", "csv"), "same_size").go();
        assertThat(traced.out()).as(traced.err()).isEqualTo(untraced.out()).startsWith("40 of 40 files intact");
        assertThat(traced.status()).isEqualTo(untraced.status());
        assertThat(traced.errLines()).allMatch(line -> line.startsWith("rocprofv3: wrote "));
        assertThat(Trace.read("csv", traced.folder().resolve("out"))).hasSize(80_010);
    }

    @Test
    void what_we_have_to_say_is_not_written_into_the_file_that_has_become_number_2() {
        Outcome untraced = Run.client("same_size", "stderr").go();
        Outcome traced = Run.traced(List.of("--hip-trace", "-f", "csv"), "same_size", "stderr")
                .go();
        assertThat(traced.out()).as(traced.err()).isEqualTo(untraced.out()).isEqualTo("2 intact\n");
        assertThat(traced.status()).isEqualTo(7);
    }

    @Test
    void nor_where_the_program_was_started_without_it() {
        Outcome traced = Run.command(
                        "bash",
                        "-c",
                        Product.file("bin/rocprofv3") + " --hip-trace -f csv -d out -- " + Product.client("same_size")
                                + " stderr 2>&-")
                .onSoftgpu()
                .go();
        assertThat(traced.out()).isEqualTo("2 intact\n");
        assertThat(traced.status()).isEqualTo(7);
    }
}
