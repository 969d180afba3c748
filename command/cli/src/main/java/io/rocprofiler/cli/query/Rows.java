package io.rocprofiler.cli.query;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.export.text.Printable;
import io.rocprofiler.export.text.Quantity;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Prints a table row by row: aligned, as CSV, as JSON objects, or as a page.
public enum Rows implements RowFormat {
    TABLE {
        @Override
        public Printer printer(List<String> columns, PrintStream out) {
            return new Aligned(columns, out);
        }
    },
    CSV {
        @Override
        public Printer printer(List<String> columns, PrintStream out) {
            out.println(line(columns));
            return cells -> out.println(line(cells));
        }

        private static String line(List<? extends @Nullable Object> cells) {
            return cells.stream().map(Rows::quoted).collect(Collectors.joining(","));
        }
    },
    JSON {
        @Override
        public Printer printer(List<String> columns, PrintStream out) {
            return new Objects(columns, out);
        }
    },
    MD {
        @Override
        public Printer printer(List<String> columns, PrintStream out) {
            out.println(line(columns));
            out.println("|" + "---|".repeat(columns.size()));
            return cells -> out.println(line(cells));
        }

        private static String line(List<? extends @Nullable Object> cells) {
            return cells.stream()
                    .map(cell -> " " + Printable.escaped(plain(cell)).replace("|", "\\|") + " |")
                    .collect(Collectors.joining("", "|", ""));
        }
    },
    HTML {
        @Override
        public Printer printer(List<String> columns, PrintStream out) {
            return new Page(columns, out);
        }
    };

    /// Returns the form with that name.
    ///
    /// @throws CommandException if there is none
    public static Rows of(String name) {
        for (Rows rows : values()) {
            if (rows.name().equalsIgnoreCase(name)) {
                return rows;
            }
        }
        throw ParsedOptions.usage("format '" + name + "' is not known; there are "
                + Arrays.stream(values()).map(Rows::option).collect(Collectors.joining(", ")));
    }

    /// The name as an option's value, and the end of files' names.
    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean isForPeople() {
        return this != CSV && this != JSON;
    }

    static boolean isNumber(@Nullable Object cell) {
        return cell instanceof Number || cell instanceof Quantity;
    }

    static String plain(@Nullable Object cell) {
        return cell == null ? "" : cell instanceof Double number ? rounded(number) : cell.toString();
    }

    private static String rounded(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : String.format(Locale.ROOT, "%.6g", number);
    }

    /// RFC 4180.
    private static String quoted(@Nullable Object cell) {
        String text = cell == null ? "" : cell.toString();
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    /// Returns text as markup.
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
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
            Arrays.fill(numbers, true);
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            for (int i = 0; i < widths.length; i++) {
                numbers[i] &= cells.get(i) == null || isNumber(cells.get(i));
            }
            add(cells.stream().map(Rows::plain).toList());
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

    /// A page with a table.
    private static final class Page implements Printer {

        private final PrintStream out;
        private final Printer table;

        Page(List<String> columns, PrintStream out) {
            this.out = out;
            out.println(
                    "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><style>table{border-collapse:collapse;font:14px"
                            + " sans-serif}td,th{border:1px solid #bbb;padding:2px 8px;text-align:left}td.n{text-align:right}"
                            + "</style></head><body>");
            this.table = new Markup(columns, out);
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            table.row(cells);
        }

        @Override
        public void close() {
            table.close();
            out.println("</body></html>");
        }
    }

    /// The markup of a table.
    static final class Markup implements Printer {

        private final PrintStream out;

        Markup(List<String> columns, PrintStream out) {
            this.out = out;
            out.println("<table class=\"answer\">");
            out.println(columns.stream()
                    .map(Rows::escaped)
                    .collect(Collectors.joining("</th><th>", "<tr><th>", "</th></tr>")));
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            out.println(cells.stream()
                    .map(cell -> (isNumber(cell) ? "<td class=\"n\">" : "<td>") + escaped(plain(cell)) + "</td>")
                    .collect(Collectors.joining("", "<tr>", "</tr>")));
        }

        @Override
        public void close() {
            out.println("</table>");
        }
    }
}
