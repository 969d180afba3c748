package io.rocprofiler.cli.query;

import io.rocprofiler.export.text.Printable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Prints a table row by row: aligned, as CSV, as JSON objects, or as a page.
public enum Rows {
    TABLE {
        @Override
        Printer printer(List<String> columns, PrintStream out) {
            return new Aligned(columns, out);
        }
    },
    CSV {
        @Override
        Printer printer(List<String> columns, PrintStream out) {
            out.println(line(columns));
            return cells -> out.println(line(cells));
        }

        private static String line(List<? extends @Nullable Object> cells) {
            return cells.stream().map(Rows::quoted).collect(Collectors.joining(","));
        }
    },
    JSON {
        @Override
        Printer printer(List<String> columns, PrintStream out) {
            return new Objects(columns, out);
        }
    };

    /// Receives rows; closing ends the table.
    public interface Printer extends AutoCloseable {
        void row(List<? extends @Nullable Object> cells);

        @Override
        default void close() {}
    }

    /// Begins a table.
    abstract Printer printer(List<String> columns, PrintStream out);

    /// Prints a whole table.
    public void print(List<String> columns, List<? extends List<? extends @Nullable Object>> rows, PrintStream out) {
        try (Printer printer = printer(columns, out)) {
            rows.forEach(printer::row);
        }
        out.flush();
    }

    /// RFC 4180.
    private static String quoted(@Nullable Object cell) {
        String text = cell == null ? "" : cell.toString();
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    /// Waits for all rows: a column is as wide as its widest cell.
    private static final class Aligned implements Printer {

        private final PrintStream out;
        private final List<List<String>> lines = new ArrayList<>();
        private final int[] widths;
        private final boolean[] numbers;

        Aligned(List<String> columns, PrintStream out) {
            this.out = out;
            this.widths = new int[columns.size()];
            this.numbers = new boolean[columns.size()];
            add(columns);
            java.util.Arrays.fill(numbers, true);
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            for (int i = 0; i < widths.length; i++) {
                numbers[i] &= cells.get(i) == null || cells.get(i) instanceof Number;
            }
            add(cells.stream()
                    .map(cell -> cell == null ? "" : cell instanceof Double number ? rounded(number) : cell.toString())
                    .toList());
        }

        private static String rounded(double number) {
            return number == Math.rint(number) && Math.abs(number) < 1e15
                    ? Long.toString((long) number)
                    : String.format(java.util.Locale.ROOT, "%.6g", number);
        }

        private void add(List<String> cells) {
            List<String> line = cells.stream().map(Printable::escaped).toList();
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Printable.width(line.get(i)));
            }
            lines.add(line);
        }

        @Override
        public void close() {
            for (List<String> line : lines) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < widths.length; i++) {
                    String space = " ".repeat(widths[i] - Printable.width(line.get(i)));
                    text.append(i == 0 ? "" : "  ");
                    text.append(numbers[i] ? space + line.get(i) : line.get(i) + space);
                }
                out.println(text.toString().stripTrailing());
            }
        }
    }

    /// An array with an object per row.
    private static final class Objects implements Printer {

        private static final JsonMapper JSON = JsonMapper.shared();

        private final List<String> columns;
        private final PrintStream out;
        private String separator = "[";

        Objects(List<String> columns, PrintStream out) {
            this.columns = columns;
            this.out = out;
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            StringBuilder text = new StringBuilder(separator).append("\n  {");
            for (int i = 0; i < columns.size(); i++) {
                text.append(i == 0 ? "" : ", ")
                        .append(JSON.writeValueAsString(columns.get(i)))
                        .append(": ")
                        .append(JSON.writeValueAsString(cells.get(i)));
            }
            out.print(text.append('}'));
            separator = ",";
        }

        @Override
        public void close() {
            out.println(separator.equals("[") ? "[]" : "\n]");
        }
    }
}
