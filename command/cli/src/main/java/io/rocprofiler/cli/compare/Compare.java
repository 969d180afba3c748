package io.rocprofiler.cli.compare;

import io.rocprofiler.cli.compare.Comparison.Change;
import io.rocprofiler.cli.compare.Comparison.Verdict;
import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.query.RowFormat;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `rocprofv3 compare BEFORE AFTER`: what became slower, faster, more or less.
public final class Compare {

    private static final List<String> COLUMNS = List.of(
            "VERDICT", "SORT", "NAME", "COUNT", "COUNT AFTER", "MEASURE", "BEFORE_NS", "AFTER_NS", "CHANGE %", "P");

    private final Map<String, String> environment;
    private final PrintStream out;
    private final Log log;

    public Compare(Map<String, String> environment, PrintStream out, Log log) {
        this.environment = environment;
        this.out = out;
        this.log = log;
    }

    /// Prints the comparison.
    ///
    /// @param all whether to show what did not change, too
    /// @param failOver the change in percent above which something that became slower fails; 0 for none
    /// @return whether nothing failed
    public boolean run(Path before, Path after, RowFormat format, boolean all, double failOver) {
        Comparison comparison =
                Comparison.of(Sample.read(before, environment, log), Sample.read(after, environment, log));
        List<Change> shown = comparison.changes().stream()
                .filter(change -> all || change.verdict() != Verdict.SAME)
                .toList();
        format.print(COLUMNS, shown.stream().map(Compare::cells).toList(), out);
        long same = comparison.changes().stream()
                .filter(change -> change.verdict() == Verdict.SAME)
                .count();
        log.result(comparison.before() + " and " + comparison.after() + " runs: "
                + (comparison.changes().size() - same) + " changed, " + same + " without a significant difference");
        if (!comparison.canFind()) {
            log.warning("too few runs to tell a change from noise: record the program several times each, "
                    + "in one output directory per version");
        }
        List<Change> failed = comparison.changes().stream()
                .filter(change ->
                        failOver > 0 && change.verdict() == Verdict.SLOWER && change.relative() * 100 > failOver)
                .toList();
        failed.forEach(change -> log.error(change.subject().name() + " is " + percent(change.relative())
                + " % slower, more than " + percent(failOver / 100) + " %"));
        return failed.isEmpty();
    }

    private static List<Object> cells(Change change) {
        return List.of(
                change.verdict().text(),
                change.subject().sort().name().toLowerCase(Locale.ROOT),
                change.subject().name(),
                change.countBefore(),
                change.countAfter(),
                change.measure().name().toLowerCase(Locale.ROOT),
                change.nanosBefore(),
                change.nanosAfter(),
                Double.valueOf(percent(change.relative())),
                Double.valueOf(String.format(Locale.ROOT, "%.2g", change.p())));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", share * 100);
    }
}
