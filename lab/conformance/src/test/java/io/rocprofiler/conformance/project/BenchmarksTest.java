package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.conformance.Benchmarks;
import io.rocprofiler.conformance.Benchmarks.Machine;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The benchmarks' README is made of what they measured.
final class BenchmarksTest {

    private static final List<String> TABLES = Stream.of(
                    "machine|Machines|run|All.",
                    "machine.clock|clock read||Two a record.",
                    "calls|Calls|run|ns.",
                    "calls.none|no tool||Nothing.",
                    "calls.callback|callbacks|calls.none|Told.",
                    "calls.record|records|2 machine.clock|Written.",
                    "calls.other|not measured|calls.none|Here.",
                    "other|Not measured|run|Anywhere.")
            .map(BenchmarksTest::cells)
            .toList();

    private static final List<String> SMALL = Stream.of(
                    "machine|2026-01-02|small|ns",
                    "machine.clock|21.5",
                    "calls|2026-01-02|quiet|1|2",
                    "calls.none|1.2|1234",
                    "calls.callback|29",
                    "calls.record|82|95")
            .map(BenchmarksTest::cells)
            .toList();

    private static String cells(String line) {
        return line.replace('|', '\t');
    }

    @Test
    void the_page_is_what_the_results_give() {
        assertThat(Benchmarks.outdated()).as("./check --write").isEmpty();
    }

    @Test
    void a_row_has_its_figures_and_its_sentence_and_a_floor_is_named_where_it_is_another() {
        assertThat(Benchmarks.tables(TABLES, List.of(Machine.of("2 processors", SMALL))))
                .isEqualTo("""
                        AMD's SDK was measured on none of these machines.

                        ## Machines

                        `run`: All.
                        *2 processors, 2026-01-02, small.*

                        | | ns | |
                        |-|-|-|
                        | *clock read* | 21.5 | Two a record. |

                        ## Calls

                        `run`: ns.
                        *2 processors, 2026-01-02, quiet.*

                        | | 1 | 2 | |
                        |-|-|-|-|
                        | *no tool* | 1.2 | 1,234 | Nothing. |
                        | callbacks | 29 | | Told. |
                        | records | 82 | 95 | Floor: 2 × clock read, 43.0. Written. |
                        """);
    }

    @Test
    void a_machine_has_columns_and_a_floor_of_its_own() {
        Machine large = Machine.of(
                "16 processors",
                Stream.of(
                                "machine|2026-01-03|large|ns",
                                "machine.clock|28–40",
                                "calls|2026-01-03||15",
                                "calls.record|119")
                        .map(BenchmarksTest::cells)
                        .toList());
        assertThat(Benchmarks.tables(TABLES, List.of(Machine.of("2 processors", SMALL), large)))
                .contains("| | 2 processors: 1 | 2 | 16 processors: 15 | |\n")
                .contains("| *no tool* | 1.2 | 1,234 | | Nothing. |\n")
                .contains("| records | 82 | 95 | 119 | Floor: 2 × clock read, 43.0; 56–80. Written. |\n");
    }

    @Test
    void what_amds_sdk_took_stands_below_what_ours_took_in_the_same_run() {
        assertThat(Benchmarks.tables(TABLES, List.of(Machine.of("2 processors", with("calls.callback@amd|50|60")))))
                .startsWith("\n## Machines")
                .contains("| callbacks | 29 | | Told. |\n| the same, AMD's | 50 | 60 | |\n");
    }

    @Test
    void a_result_that_no_row_explains_is_refused() {
        for (String line : List.of("calls.unknown|1", "other.row|1", "calls.other@amd|1", "calls.other|1|2|3"))
            assertThatThrownBy(() -> Benchmarks.tables(TABLES, List.of(Machine.of("2 processors", with(line)))))
                    .as(line)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(line.replaceAll("[@|].*", ""));
    }

    private static List<String> with(String line) {
        return Stream.concat(SMALL.stream(), Stream.of(cells(line))).toList();
    }
}
