package io.rocprofiler.export.csv;

import static io.rocprofiler.export.csv.CsvTable.Column.number;
import static io.rocprofiler.export.csv.CsvTable.Column.text;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Statistic;
import io.rocprofiler.trace.summary.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes AMD's CSV files (`generateCSV.cpp` of rocprofiler-sdk 1.0.0): one per domain that has records, sorted
/// by start.
public final class CsvExporter implements Exporter {

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

    public CsvExporter() {}

    @Override
    public List<Path> write(Export export) throws IOException {
        List<Path> written = new ArrayList<>();
        export.prefix().createDirectories();
        try {
            for (Domain domain : Domain.TOLD_ONCE) {
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
        Path file = export.prefix().file(domain.stem() + "_trace", "csv");
        try (LazyTable table = new LazyTable(file, TraceTable.columns(domain))) {
            export.forEach(Set.of(domain), record -> table.row(TraceTable.cells(record, export.display())));
            if (table.exists()) {
                written.add(file);
            }
        }
    }

    /// A file that is created with its first row: a domain without shown records has no file.
    private static final class LazyTable implements AutoCloseable {

        private final Path file;
        private final CsvTable.Column[] columns;
        private @Nullable CsvTable table;

        LazyTable(Path file, CsvTable.Column[] columns) {
            this.file = file;
            this.columns = columns;
        }

        void row(String... cells) {
            CsvTable open = table;
            if (open == null) {
                open = create();
                table = open;
            }
            open.row(cells);
        }

        private CsvTable create() {
            try {
                return CsvTable.create(file, columns);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        boolean exists() {
            return table != null;
        }

        @Override
        public void close() throws IOException {
            if (table != null) {
                table.close();
            }
        }
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
