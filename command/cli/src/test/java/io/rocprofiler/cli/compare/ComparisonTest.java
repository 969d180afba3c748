package io.rocprofiler.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.cli.compare.Comparison.Change;
import io.rocprofiler.cli.compare.Comparison.Verdict;
import io.rocprofiler.cli.compare.Subject.Sort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Runs of a program with thirty kernels and noise: calls that are disturbed take up to three times their time.
class ComparisonTest {

    private static final int KERNELS = 30;
    private static final int CALLS = 15;
    private static final Subject CHANGED = kernel(7);

    private static Subject kernel(int number) {
        return new Subject(Sort.KERNEL, "kernel " + number);
    }

    private static Sample sample(Random random, double factor) {
        Map<Subject, Histogram> durations = new TreeMap<>();
        for (int i = 0; i < KERNELS; i++) {
            Histogram histogram = new Histogram(3);
            double usual = 100_000 * (i + 1) * (kernel(i).equals(CHANGED) ? factor : 1);
            for (int call = 0; call < CALLS; call++) {
                double disturbed = random.nextInt(3) == 0 ? 2 * random.nextDouble() : 0;
                histogram.recordValue(Math.round(usual * (1 + 0.01 * random.nextDouble() + disturbed)));
            }
            durations.put(kernel(i), histogram);
        }
        return new Sample(durations);
    }

    private static List<Sample> samples(Random random, int count, double factor) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(sample(random, factor));
        }
        return samples;
    }

    private static List<Change> findings(List<Sample> before, List<Sample> after) {
        return Comparison.of(before, after).changes().stream()
                .filter(change -> change.verdict() != Verdict.SAME)
                .toList();
    }

    @Test
    void comparisons_of_equal_programs_have_a_finding_in_at_most_one_of_twenty() {
        int wrong = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            wrong += findings(samples(random, 10, 1), samples(random, 10, 1)).isEmpty() ? 0 : 1;
        }
        assertThat(wrong).isLessThanOrEqualTo(5);
    }

    @Test
    void one_slower_kernel_is_found_and_only_it() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            assertThat(findings(samples(random, 10, 1), samples(random, 10, 1.1)))
                    .as("seed " + seed)
                    .singleElement()
                    .satisfies(change -> {
                        assertThat(change.subject()).isEqualTo(CHANGED);
                        assertThat(change.verdict()).isEqualTo(Verdict.SLOWER);
                        assertThat(change.relative()).isBetween(0.08, 0.12);
                    });
        }
    }

    @Test
    void with_few_runs_nothing_can_be_significant_and_that_is_known() {
        Random random = new Random(1);
        Comparison comparison = Comparison.of(samples(random, 3, 1), samples(random, 3, 1.5));
        assertThat(comparison.canFind()).isFalse();
        assertThat(comparison.changes()).allMatch(change -> change.verdict() == Verdict.SAME);
        assertThat(Comparison.of(samples(random, 10, 1), samples(random, 10, 1)).canFind())
                .isTrue();
    }

    @Test
    void what_is_new_gone_or_more_often_is_said() {
        List<Sample> before = new ArrayList<>();
        List<Sample> after = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            before.add(counts(Map.of("old", 3, "same", 4, "often", 5)));
            after.add(counts(Map.of("young", 3, "same", 4, "often", 6)));
        }
        Map<String, Verdict> verdicts = new TreeMap<>();
        Comparison.of(before, after)
                .changes()
                .forEach(change -> verdicts.put(change.subject().name(), change.verdict()));
        assertThat(verdicts)
                .isEqualTo(
                        Map.of("old", Verdict.GONE, "young", Verdict.NEW, "same", Verdict.SAME, "often", Verdict.MORE));
    }

    private static Sample counts(Map<String, Integer> counts) {
        Map<Subject, Histogram> durations = new TreeMap<>();
        counts.forEach((name, count) -> {
            Histogram histogram = new Histogram(3);
            histogram.recordValueWithCount(1000, count);
            durations.put(new Subject(Sort.CALL, name), histogram);
        });
        return new Sample(durations);
    }

    @Test
    void a_call_that_waits_or_a_range_is_no_cause() {
        assertThat(new Subject(Sort.CALL, "hipStreamSynchronize").includesOthers())
                .isTrue();
        assertThat(new Subject(Sort.CALL, "hipMemcpy").includesOthers()).isTrue();
        assertThat(new Subject(Sort.CALL, "hipMemcpyAsync").includesOthers()).isFalse();
        assertThat(new Subject(Sort.CALL, "hsa_signal_wait_scacquire").includesOthers())
                .isTrue();
        assertThat(new Subject(Sort.RANGE, "step").includesOthers()).isTrue();
        assertThat(new Subject(Sort.KERNEL, "hipStreamSynchronize").includesOthers())
                .isFalse();
    }
}
