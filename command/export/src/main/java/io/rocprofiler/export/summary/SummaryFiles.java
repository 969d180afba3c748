package io.rocprofiler.export.summary;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.rocprofiler.export.Prefix;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.InsightTable;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The tables of a summary for programs: whole, in nanoseconds and bytes, as one JSON file or a CSV file for each.
public final class SummaryFiles {

    private SummaryFiles() {}

    /// Returns the rows of domains as a table.
    public static InsightTable table(String title, Statistics statistics, List<Domain> domains) {
        List<Statistics.Row> rows = statistics.rows(domains);
        long total = rows.stream().mapToLong(row -> row.statistic().sum()).sum();
        List<List<Object>> cells = new ArrayList<>();
        for (Statistics.Row row : rows) {
            cells.add(List.of(
                    row.name(),
                    row.domain().name(),
                    row.statistic().count(),
                    row.statistic().sum(),
                    row.statistic().mean(),
                    row.statistic().percentOf(total),
                    row.statistic().min(),
                    row.statistic().max(),
                    row.statistic().standardDeviation()));
        }
        return new InsightTable(title, "", InsightTable.DURATIONS_BY_NAME, cells);
    }

    /// Writes `<prefix>_<name>.json`: a list of tables, each with its title, columns and rows.
    public static List<Path> json(Prefix prefix, String name, List<InsightTable> tables) throws IOException {
        prefix.createDirectories();
        Path file = prefix.file(name, "json");
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(ObjectWriteContext.empty(), NewFile.stream(file), JsonEncoding.UTF8)) {
            json.writeStartArray();
            for (InsightTable table : tables) {
                json.writeStartObject();
                json.writeStringProperty("table", table.title());
                json.writeStringProperty("note", table.note());
                json.writeArrayPropertyStart("rows");
                table.rows().forEach(row -> row(json, table.columns(), row));
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return List.of(file);
    }

    private static void row(JsonGenerator json, List<Column> columns, List<Object> row) {
        json.writeStartObject();
        for (int i = 0; i < row.size(); i++) {
            String name = name(columns.get(i));
            switch (row.get(i)) {
                case Long number -> json.writeNumberProperty(name, number);
                case Double number -> json.writeNumberProperty(name, number);
                default -> json.writeStringProperty(name, row.get(i).toString());
            }
        }
        json.writeEndObject();
    }

    /// Writes `<prefix>_<name>_<table>.csv` for each table.
    public static List<Path> csv(Prefix prefix, String name, List<InsightTable> tables) throws IOException {
        prefix.createDirectories();
        List<Path> files = new ArrayList<>();
        for (InsightTable table : tables) {
            Path file = prefix.file(name + "_" + key(table.title()), "csv");
            try (CsvWriter csv = CsvWriter.builder().build(NewFile.stream(file))) {
                csv.writeRecord(table.columns().stream().map(SummaryFiles::name).toList());
                for (List<Object> row : table.rows()) {
                    csv.writeRecord(row.stream().map(Object::toString).toList());
                }
            }
            files.add(file);
        }
        return files;
    }

    private static String name(Column column) {
        String unit = switch (column.unit()) {
            case NANOS -> "_ns";
            case BANDWIDTH, TEXT, RANGE, COUNT, PERCENT, BYTES -> "";
        };
        return key(column.name()) + unit;
    }

    private static String key(String words) {
        return words.toLowerCase(Locale.ROOT)
                .replace("%", "percent")
                .replace("/s", "_per_s")
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^_|_$", "");
    }
}
