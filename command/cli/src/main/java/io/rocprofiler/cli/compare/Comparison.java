package io.rocprofiler.cli.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/// What differs between the runs before and the runs after.
///
/// A difference counts if a rank test (Mann and Whitney's) of the runs finds it: with the number of tests taken into
/// account (Holm's correction), all of a comparison's findings together are wrong in one of twenty comparisons of equal
/// programs. Two times of each run are tested: the median, and the shortest, which other programs on the machine
/// disturb least. With fewer runs than that takes, nothing is significant.
///
/// @param changes all subjects, findings first, then by the size of the change
/// @param before the number of runs
/// @param after the number of runs
record Comparison(List<Change> changes, int before, int after) {

    private static final double ALPHA = 0.05;

    /// Smaller differences of times are not worth a line.
    private static final double LEAST = 0.01;

    enum Verdict {
        SLOWER("slower"),
        FASTER("faster"),
        /// Includes other work: not a cause.
        LONGER("takes longer"),
        SHORTER("takes less"),
        MORE("more"),
        FEWER("fewer"),
        NEW("new"),
        GONE("gone"),
        SAME("");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// The times of a run that are compared, by the percentage of calls that are shorter.
    enum Measure {
        BEST(0),
        MEDIAN(50);

        private final double percent;

        Measure(double percent) {
            this.percent = percent;
        }
    }

    /// The change of one subject. Numbers and times are medians over the runs.
    ///
    /// @param measure the time that differs most clearly
    /// @param nanosBefore that time
    /// @param p of the difference that the verdict is about, corrected; 1 at most
    record Change(
            Subject subject,
            double countBefore,
            double countAfter,
            Measure measure,
            double nanosBefore,
            double nanosAfter,
            double p,
            Verdict verdict) {

        /// The relative change of the time; 0 if there is no time before or after.
        double relative() {
            return nanosBefore > 0 && nanosAfter > 0 ? nanosAfter / nanosBefore - 1 : 0;
        }
    }

    static Comparison of(List<Sample> before, List<Sample> after) {
        Set<Subject> subjects = new TreeSet<>();
        before.forEach(sample -> subjects.addAll(sample.durations().keySet()));
        after.forEach(sample -> subjects.addAll(sample.durations().keySet()));
        List<Subject> ordered = List.copyOf(subjects);
        double[] times = holm(ordered.stream()
                .flatMap(subject -> Stream.of(Measure.values())
                        .map(measure -> p(times(before, subject, measure), times(after, subject, measure))))
                .mapToDouble(p -> p)
                .toArray());
        double[] counts = holm(ordered.stream()
                .mapToDouble(subject -> p(counts(before, subject), counts(after, subject)))
                .toArray());
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            int best = Measure.values().length * i;
            Measure measure = times[best] <= times[best + 1] ? Measure.BEST : Measure.MEDIAN;
            changes.add(
                    change(ordered.get(i), measure, before, after, Math.min(times[best], times[best + 1]), counts[i]));
        }
        changes.sort(Comparator.comparing((Change change) -> change.verdict() == Verdict.SAME)
                .thenComparing(change -> change.subject().includesOthers())
                .thenComparingDouble(change -> -Math.abs(change.relative())));
        return new Comparison(List.copyOf(changes), before.size(), after.size());
    }

    private static Change change(
            Subject subject, Measure measure, List<Sample> before, List<Sample> after, double time, double count) {
        double countBefore = median(counts(before, subject));
        double countAfter = median(counts(after, subject));
        double from = median(times(before, subject, measure));
        double to = median(times(after, subject, measure));
        Verdict verdict = Verdict.SAME;
        if (count < ALPHA) {
            verdict = ofCounts(countBefore, countAfter);
        } else if (time < ALPHA && Math.abs(to / from - 1) >= LEAST) {
            verdict = ofTimes(subject.includesOthers(), to > from);
        }
        return new Change(subject, countBefore, countAfter, measure, from, to, count < ALPHA ? count : time, verdict);
    }

    private static Verdict ofTimes(boolean includesOthers, boolean longer) {
        if (includesOthers) {
            return longer ? Verdict.LONGER : Verdict.SHORTER;
        }
        return longer ? Verdict.SLOWER : Verdict.FASTER;
    }

    private static Verdict ofCounts(double before, double after) {
        if (before == 0 || after == 0) {
            return before == 0 ? Verdict.NEW : Verdict.GONE;
        }
        return after > before ? Verdict.MORE : Verdict.FEWER;
    }

    /// The probability of such a difference between equal programs.
    private static double p(double[] before, double[] after) {
        boolean constant = Arrays.stream(before).distinct().count() <= 1
                && Arrays.stream(after).distinct().count() <= 1
                && before.length > 0
                && after.length > 0
                && before[0] == after[0];
        return before.length == 0 || after.length == 0 || constant
                ? 1
                : MannWhitneyUTest.withDefaults().test(before, after).getPValue();
    }

    /// Holm's step-down correction for several tests.
    private static double[] holm(double[] values) {
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
        double[] corrected = new double[values.length];
        double least = 0;
        for (int i = 0; i < order.length; i++) {
            least = Math.max(least, Math.min(1, values[order[i]] * (values.length - i)));
            corrected[order[i]] = least;
        }
        return corrected;
    }

    private static double[] counts(List<Sample> samples, Subject subject) {
        return values(samples, sample -> sample.count(subject));
    }

    private static double[] times(List<Sample> samples, Subject subject, Measure measure) {
        return values(
                samples.stream().filter(sample -> sample.count(subject) > 0).toList(),
                sample -> sample.percentile(subject, measure.percent));
    }

    private static double[] values(List<Sample> samples, ToDoubleFunction<Sample> of) {
        return samples.stream().mapToDouble(of).toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return 0;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// Whether enough runs were given for anything to be significant: the smallest possible result of the test is
    /// below the limit for that many subjects.
    boolean canFind() {
        double ways = 1;
        for (int i = 1; i <= after; i++) {
            ways *= (before + i) / (double) i;
        }
        return changes.isEmpty() || 2 / ways * changes.size() * Measure.values().length < ALPHA;
    }
}
