package io.rocprofiler.trace.summary;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.TraceRecord;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.kind.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Counts and durations per domain and name of the records that have times. Computed in one pass over the records.
public final class Statistics {

    /// A row of a table.
    ///
    /// @param name a function, the message of marks and ranges, a kernel, or an operation on memory
    public record Row(String name, Domain domain, Statistic statistic) {}

    private static final int KINDS = BufferTracingKind.MARKER_CORE_RANGE_API.value() + 1;

    private final Map<Domain, Map<String, Statistic>> byName = new EnumMap<>(Domain.class);
    private final Map<Domain, Statistic> totals = new EnumMap<>(Domain.class);
    private final @Nullable Statistic[][] byOperation = new @Nullable Statistic[KINDS][0];

    private final Display display;

    private Statistics(Display display) {
        this.display = display;
    }

    public static Statistics of(List<ProcessTrace> processes, Display display) {
        Statistics statistics = new Statistics(display);
        for (ProcessTrace process : processes) {
            for (Domain domain : Domain.TOLD_ONCE) {
                process.forEach(domain, statistics::add);
            }
        }
        return statistics;
    }

    /// Computes the statistics during the caller's own pass in the order of start: reading costs as much
    /// as counting.
    ///
    /// @param also receives every record
    public static Statistics of(List<ProcessTrace> processes, Display display, Consumer<TraceRecord> also) {
        Statistics statistics = new Statistics(display);
        Records.forEach(processes, Domain.TOLD_ONCE, record -> {
            statistics.add(record);
            also.accept(record);
        });
        return statistics;
    }

    private void add(TraceRecord record) {
        if (record.hasTimes() && display.shows(record)) {
            statistic(record).add(record.durationNanos());
        }
    }

    private Statistic statistic(TraceRecord record) {
        boolean hasOwnName =
                record instanceof DispatchRecord || (record instanceof ApiRecord call && call.isMarkerRange());
        return hasOwnName
                ? named(domain(record.kind()), display.name(record))
                : ofOperation(record.kind(), record.operation());
    }

    /// Returns the statistic of an operation. Looks a name up once per operation, not once per record.
    private Statistic ofOperation(int kind, int operation) {
        Domain domain = domain(kind);
        if (operation < 0 || operation > Short.MAX_VALUE) {
            return named(domain, Names.operation(kind, operation));
        }
        if (operation >= byOperation[kind].length) {
            byOperation[kind] = Arrays.copyOf(byOperation[kind], operation + 1);
        }
        Statistic statistic = byOperation[kind][operation];
        if (statistic == null) {
            statistic = named(domain, Names.operation(kind, operation));
            byOperation[kind][operation] = statistic;
        }
        return statistic;
    }

    private static Domain domain(int kind) {
        Domain domain = Domain.ofKind(kind);
        if (domain == null) {
            throw new IllegalArgumentException("kind=" + kind);
        }
        return domain;
    }

    private Statistic named(Domain domain, String name) {
        return byName.computeIfAbsent(domain, _ -> new LinkedHashMap<>()).computeIfAbsent(name, _ -> new Statistic());
    }

    /// The domains with records, in AMD's order.
    public List<Domain> domains() {
        return List.copyOf(byName.keySet());
    }

    /// Returns the statistic of all calls of a domain.
    public Statistic total(Domain domain) {
        return totals.computeIfAbsent(domain, this::sum);
    }

    private Statistic sum(Domain domain) {
        Statistic total = new Statistic();
        byName.getOrDefault(domain, Map.of()).values().forEach(total::add);
        return total;
    }

    /// Returns a row per name, the largest total first.
    public List<Row> rows(Domain domain) {
        List<Row> rows = new ArrayList<>();
        byName.getOrDefault(domain, Map.of()).forEach((name, value) -> rows.add(new Row(name, domain, value)));
        return sorted(rows);
    }

    /// Returns a row per domain, the largest total first.
    public List<Row> domainRows() {
        List<Row> rows = new ArrayList<>();
        domains().forEach(domain -> rows.add(new Row(domain.name(), domain, total(domain))));
        return sorted(rows);
    }

    /// Returns a row per name over several domains, the largest total first. As in AMD's summary, a name that
    /// occurs in two domains has one row, in the first of them.
    public List<Row> rows(List<Domain> domains) {
        Map<String, Row> merged = new LinkedHashMap<>();
        for (Domain domain : domains) {
            for (Row row : rows(domain)) {
                merged.computeIfAbsent(row.name(), name -> new Row(name, domain, new Statistic()))
                        .statistic()
                        .add(row.statistic());
            }
        }
        return sorted(new ArrayList<>(merged.values()));
    }

    private static List<Row> sorted(List<Row> rows) {
        rows.sort(Comparator.comparingLong((Row row) -> row.statistic().sum())
                .reversed()
                .thenComparing(Row::name));
        return rows;
    }
}
