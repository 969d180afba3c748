package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.problem.Counts;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.InsightTable.Unit;
import java.util.ArrayList;
import java.util.List;

/// The tables of [Insights]: titles, columns, cells.
final class InsightTables {

    private static final int QUEUE_GAPS = 10;

    private final Insights insights;
    private final List<InsightTable> tables = new ArrayList<>();

    private InsightTables(Insights insights) {
        this.insights = insights;
    }

    static List<InsightTable> of(Insights insights) {
        InsightTables made = new InsightTables(insights);
        made.use();
        made.ranges();
        made.waits();
        made.copies();
        insights.lanes().forEach(table -> made.add(table.title(), table.note(), table.columns(), table.rows()));
        made.overlap();
        made.launches();
        made.gaps(
                "LONGEST GAPS OF GPUS", "Times in which a GPU had neither a kernel nor a copy.", insights.agentGaps());
        List<Insights.Gap> queues = insights.queueGaps();
        made.gaps(
                "LONGEST GAPS OF QUEUES",
                "Times between two kernels of a queue.",
                queues.subList(0, Math.min(QUEUE_GAPS, queues.size())));
        made.costs();
        made.losses();
        return List.copyOf(made.tables);
    }

    private void add(String title, String note, List<Column> columns, List<List<Object>> rows) {
        if (!rows.isEmpty()) {
            tables.add(new InsightTable(title, note, columns, List.copyOf(rows)));
        }
    }

    private static Column text(String name) {
        return new Column(name, Unit.TEXT);
    }

    private static Column count(String name) {
        return new Column(name, Unit.COUNT);
    }

    private static Column nanos(String name) {
        return new Column(name, Unit.NANOS);
    }

    private static Column percent(String name) {
        return new Column(name, Unit.PERCENT);
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : 100.0 * part / whole;
    }

    private void use() {
        long span = insights.spanNanos();
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.AgentUse use : insights.agents()) {
            long idle = span - use.busyNanos();
            rows.add(List.of(
                    use.agent(),
                    use.kernels(),
                    use.copies(),
                    use.busyNanos(),
                    idle,
                    share(use.busyNanos(), span),
                    share(idle, span)));
        }
        add(
                "GPU BUSY AND IDLE",
                "From the first record to the last; busy with a kernel or a copy.",
                List.of(
                        text("AGENT"),
                        count("KERNELS"),
                        count("COPIES"),
                        nanos("BUSY"),
                        nanos("IDLE"),
                        percent("BUSY %"),
                        percent("IDLE %")),
                rows);
    }

    private void ranges() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.RangeUse range : insights.ranges()) {
            Insights.RangeTimes all = range.inclusive();
            Insights.RangeTimes own = range.own();
            rows.add(List.of(
                    range.name(),
                    range.count(),
                    all.nanos(),
                    own.nanos(),
                    all.gpuNanos(),
                    own.gpuNanos(),
                    all.idleNanos(),
                    own.idleNanos(),
                    all.waitNanos(),
                    own.waitNanos()));
        }
        add(
                "RANGES AND THE GPU",
                "GPU: work launched in them ran; IDLE: the GPU had nothing to do in them; WAIT: calls in them waited for"
                        + " it. OWN is without the ranges inside. Work counts for a range if its call was recorded.",
                List.of(
                        new Column("RANGE", Unit.RANGE),
                        count("COUNT"),
                        nanos("TIME"),
                        nanos("OWN TIME"),
                        nanos("GPU"),
                        nanos("OWN GPU"),
                        nanos("IDLE"),
                        nanos("OWN IDLE"),
                        nanos("WAIT"),
                        nanos("OWN WAIT")),
                insights.agents().isEmpty() ? List.of() : rows);
    }

    private void waits() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.Wait wait : insights.waits()) {
            String what = wait.what().isEmpty() ? "(nothing ended)" : wait.what();
            rows.add(List.of(wait.call(), what, wait.count(), wait.nanos(), wait.idleNanos()));
        }
        add(
                "CALLS THAT WAIT",
                "FOR is what ended last before the call returned; in IDLE no GPU had work of the process.",
                List.of(text("CALL"), text("FOR"), count("COUNT"), nanos("TIME"), nanos("IDLE")),
                rows);
    }

    private void copies() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.Copies copies : insights.copies()) {
            rows.add(List.of(
                    copies.direction(),
                    copies.source(),
                    copies.destination(),
                    copies.count(),
                    copies.bytes(),
                    copies.nanos(),
                    copies.bandwidth()));
        }
        add(
                "COPIES",
                "Bytes, and bytes by the time of the copies.",
                List.of(
                        text("DIRECTION"),
                        text("FROM"),
                        text("TO"),
                        count("COUNT"),
                        new Column("BYTES", Unit.BYTES),
                        nanos("TIME"),
                        new Column("GB/S", Unit.BANDWIDTH)),
                rows);
    }

    private void overlap() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.AgentUse use : insights.agents()) {
            if (use.copies() > 0) {
                rows.add(List.of(
                        use.agent(),
                        use.kernelNanos(),
                        use.copyNanos(),
                        use.overlapNanos(),
                        share(use.overlapNanos(), use.copyNanos())));
            }
        }
        add(
                "COPIES BEHIND KERNELS",
                "How much of the time of copies a kernel ran, too.",
                List.of(text("AGENT"), nanos("KERNELS"), nanos("COPIES"), nanos("BOTH"), percent("BEHIND %")),
                rows);
    }

    private void launches() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.LaunchDelay delay : insights.launches()) {
            if (delay.count() > 0) {
                rows.add(List.of(
                        delay.agent(),
                        delay.work(),
                        delay.count(),
                        delay.unknown(),
                        Math.round(delay.mean()),
                        delay.p50(),
                        delay.p90(),
                        delay.p99(),
                        delay.max()));
            }
        }
        add(
                "TIME BETWEEN LAUNCH AND START",
                "From the beginning of the call to the beginning of its work; UNKNOWN has no recorded call.",
                List.of(
                        text("AGENT"),
                        text("WORK"),
                        count("COUNT"),
                        count("UNKNOWN"),
                        nanos("AVERAGE"),
                        nanos("P50"),
                        nanos("P90"),
                        nanos("P99"),
                        nanos("MAX")),
                rows);
    }

    private void gaps(String title, String note, List<Insights.Gap> gaps) {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.Gap gap : gaps) {
            long since = gap.startNanos() - insights.startNanos();
            rows.add(List.of(gap.where(), gap.nanos(), since, gap.before(), gap.after()));
        }
        List<Column> columns = List.of(text("WHERE"), nanos("GAP"), nanos("BEGAN AT"), text("AFTER"), text("BEFORE"));
        add(title, note + " BEGAN AT counts from the first record.", columns, rows);
    }

    private void costs() {
        List<List<Object>> rows = new ArrayList<>();
        long whole = insights.spanNanos() * insights.threads();
        for (Insights.Cost cost : insights.costs()) {
            rows.add(List.of(
                    cost.domain().name(), cost.records(), cost.nanosEach(), cost.nanos(), share(cost.nanos(), whole)));
        }
        add(
                "ESTIMATED COST OF TRACING",
                "Records times what one takes where it was measured; the share is of the time of all threads.",
                List.of(text("DOMAIN"), count("RECORDS"), nanos("EACH"), nanos("TOTAL"), percent("SHARE %")),
                rows);
    }

    private void losses() {
        List<List<Object>> rows = new ArrayList<>();
        for (Insights.Loss loss : insights.losses()) {
            Counts counts = loss.counts();
            long left = Math.min(loss.abandoned(), counts.inFlight());
            rows.add(List.of(
                    Long.toString(loss.pid()),
                    counts.recorded(),
                    counts.inFlight() - left,
                    left,
                    counts.dropped(),
                    loss.untraced()));
        }
        add(
                "LOSSES",
                "What began and has no record.",
                List.of(
                        text("PROCESS"),
                        count("RECORDED"),
                        count("IN FLIGHT"),
                        count("LEFT BY EXCEPTION"),
                        count("DROPPED"),
                        count("NOT TRACED")),
                rows);
    }
}
