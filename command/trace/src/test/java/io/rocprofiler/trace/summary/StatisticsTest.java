package io.rocprofiler.trace.summary;

import static io.rocprofiler.abi.BufferTracingKind.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsTest {

    @TempDir
    Path run;

    @Test
    void spreadSurvivesLargeValuesAndMerging() {
        Statistic whole = new Statistic();
        Statistic left = new Statistic();
        Statistic right = new Statistic();
        long base = 4_000_000_000_000_000L;
        for (int i = 0; i < 1000; i++) {
            whole.add(base + i);
            (i < 300 ? left : right).add(base + i);
        }
        left.add(right);
        assertThat(whole.variance()).isCloseTo(83416.6666, within(1.0)); // n(n+1)/12
        assertThat(left.variance()).isCloseTo(whole.variance(), within(1.0));
        assertThat(left.sum()).isEqualTo(whole.sum());
        assertThat(left.min()).isEqualTo(base);
        assertThat(left.max()).isEqualTo(base + 999);
    }

    @Test
    void oneValueHasNoSpread() {
        Statistic one = new Statistic();
        one.add(5);
        assertThat(one.standardDeviation()).isZero();
        assertThat(new Statistic().mean()).isZero();
    }

    @Test
    void sameNamesOfTwoDomainsAreOneRowOfTheFirst() {
        SegmentWriter writer = new SegmentWriter(1).stretch(7);
        writer.text(1, "hsa_init").api(MARKER_CORE_RANGE_API, 0, 1, 0, 5).api(HSA_CORE_API, 0, 2, 0, 10);
        writer.text(3, "own").api(MARKER_CORE_RANGE_API, 0, 3, 0, 100);
        try (ProcessTrace process = writer.open(run)) {
            Statistics statistics = Statistics.of(List.of(process), Display.plain());
            assertThat(statistics.domains()).containsExactly(Domain.HSA_API, Domain.MARKER_API);
            assertThat(statistics.rows(statistics.domains()))
                    .extracting(row -> row.name() + " " + row.domain() + " "
                            + row.statistic().count() + " " + row.statistic().sum())
                    .containsExactly("own MARKER_API 1 100", "hsa_init HSA_API 2 15");
            assertThat(statistics.domainRows())
                    .extracting(Statistics.Row::name)
                    .containsExactly("MARKER_API", "HSA_API");
        }
    }
}
