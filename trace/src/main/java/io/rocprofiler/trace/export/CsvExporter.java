package io.rocprofiler.trace.export;

import static io.rocprofiler.trace.export.CsvTable.Column.number;
import static io.rocprofiler.trace.export.CsvTable.Column.text;

import io.rocprofiler.trace.Display;
import io.rocprofiler.trace.Domain;
import io.rocprofiler.trace.RecordIndex;
import io.rocprofiler.trace.Statistic;
import io.rocprofiler.trace.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// AMD's CSV files (contract 6.5): one per domain that has records, sorted by start.
final class CsvExporter implements Exporter {

    private static final CsvTable.Column[] STATISTICS = {
        text("Name"),
        number("Calls"),
        number("TotalDurationNs"),
        number("AverageNs"),
        number("Percentage"),
        number("MinNs"),
        number("MaxNs"),
        number("StdDev")
    };

    @Override
    public List<Path> write(Export export) throws IOException {
        List<Path> written = new ArrayList<>();
        export.prefix().createDirectories();
        try {
            for (Domain domain : Domain.values()) {
                writeTrace(export, domain, written);
            }
            AgentTable.write(export.prefix(), export.processes(), written);
            Statistics statistics = export.statistics();
            if (export.writeStatistics() && statistics != null) {
                writeStatistics(export.prefix(), statistics, written);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return written;
    }

    private static void writeTrace(Export export, Domain domain, List<Path> written) throws IOException {
        RecordIndex index = RecordIndex.of(export.processes(), domain);
        if (!anyShown(index, export.display())) {
            return;
        }
        Path file = export.prefix().file(domain.stem() + "_trace", "csv");
        try (CsvTable table = CsvTable.create(file, TraceTable.columns(domain))) {
            index.forEach(record -> {
                if (export.display().shows(record)) {
                    table.row(TraceTable.cells(record, export.display()));
                }
            });
        }
        written.add(file);
    }

    private static boolean anyShown(RecordIndex index, Display display) {
        if (index.domain() != Domain.KERNEL_DISPATCH) {
            return index.size() > 0;
        }
        boolean[] any = new boolean[1];
        index.forEach(record -> any[0] |= display.shows(record));
        return any[0];
    }

    private static void writeStatistics(Prefix prefix, Statistics statistics, List<Path> written) throws IOException {
        for (Domain domain : statistics.domains()) {
            long total = statistics.total(domain).sum();
            Path file = prefix.file(domain.stem() + "_stats", "csv");
            writeRows(file, statistics.rows(domain), total, written);
        }
        List<Statistics.Row> domains = statistics.domainRows();
        if (!domains.isEmpty()) {
            long total =
                    domains.stream().mapToLong(row -> row.statistic().sum()).sum();
            writeRows(prefix.file("domain_stats", "csv"), domains, total, written);
        }
    }

    private static void writeRows(Path file, List<Statistics.Row> rows, long total, List<Path> written)
            throws IOException {
        try (CsvTable table = CsvTable.create(file, STATISTICS)) {
            for (Statistics.Row row : rows) {
                Statistic statistic = row.statistic();
                table.row(
                        row.name(),
                        Long.toString(statistic.count()),
                        Long.toString(statistic.sum()),
                        Numbers.statistic(statistic.mean()),
                        Numbers.percentage(statistic.percentOf(total)),
                        Long.toString(statistic.min()),
                        Long.toString(statistic.max()),
                        Numbers.statistic(statistic.standardDeviation()));
            }
        }
        written.add(file);
    }
}
