package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// How the project compares with AMD's: the rows of `docs/compatibility.tsv`, and the page of tables made of them.
public final class Compatibility {

    public static final Path DATA = Path.of("docs/compatibility.tsv");
    public static final Path PAGE = Path.of("docs/compatibility-tables.md");

    /// What is compared, and how.
    ///
    /// @param section the table that it is in
    /// @param group a part of that table, or empty
    /// @param subject its name, as Markdown
    /// @param verdict a word that `docs/compatibility.md` explains
    /// @param release the release that it is of, or empty where that is the one compared with
    /// @param amd what AMD's does, or empty
    /// @param here what this project does, and why
    public record Row(
            String section, String group, String subject, String verdict, String release, String amd, String here) {

        private static Row of(String line) {
            String[] cells = line.split("\t", -1);
            if (cells.length != 7) throw new IllegalArgumentException(DATA + ": not 7 cells: " + line);
            return new Row(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]);
        }

        private boolean isNamed() {
            return subject.matches("`[^`]+`");
        }

        /// Whether both are names of which the same is said.
        private boolean isLike(Row other) {
            return isNamed() && other.isNamed() && equals(other.called(subject));
        }

        private Row called(String name) {
            return new Row(section, group, name, verdict, release, amd, here);
        }
    }

    private Compatibility() {}

    public static List<Row> rows() {
        return SourceTree.lines(DATA).stream().skip(1).map(Row::of).toList();
    }

    public static List<String> outdated() {
        boolean same = Files.exists(SourceTree.ROOT.resolve(PAGE))
                && SourceTree.text(PAGE).equals(page(rows()));
        return same ? List.of() : List.of(PAGE + " is not made of " + DATA);
    }

    public static void write() {
        try {
            Files.writeString(SourceTree.ROOT.resolve(PAGE), page(rows()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String page(List<Row> rows) {
        StringBuilder page = new StringBuilder("""
                # Compatibility: tables

                Made of [compatibility.tsv](compatibility.tsv) by `./check --write`. What the words mean, and the rest: [compatibility.md](compatibility.md).
                """);
        String section = "";
        for (List<Row> table : tables(rows)) {
            Row first = table.getFirst();
            if (!first.section().equals(section))
                page.append("\n## ").append(first.section()).append('\n');
            if (!first.group().isEmpty())
                page.append("\n### ").append(first.group()).append('\n');
            section = first.section();
            append(page, table);
        }
        return page.toString();
    }

    /// Returns the rows by section and group, in their order.
    private static List<List<Row>> tables(List<Row> rows) {
        Map<List<String>, List<Row>> tables = new LinkedHashMap<>();
        for (Row row : rows)
            tables.computeIfAbsent(List.of(row.section(), row.group()), key -> new ArrayList<>())
                    .add(row);
        return List.copyOf(tables.values());
    }

    /// Appends a table without the columns that are empty in it; neighbours of which the same is said share a line.
    private static void append(StringBuilder page, List<Row> table) {
        Map<String, Function<Row, String>> columns = new LinkedHashMap<>();
        columns.put("", Row::subject);
        columns.put("verdict", Row::verdict);
        columns.put("release", Row::release);
        columns.put("AMD's", Row::amd);
        columns.put("here", Row::here);
        columns.values().removeIf(column -> table.stream().map(column).allMatch(String::isEmpty));
        page.append("\n| ").append(String.join(" | ", columns.keySet())).append(" |\n|");
        page.append("---|".repeat(columns.size())).append('\n');
        for (int i = 0; i < table.size(); i++) {
            Row row = table.get(i);
            StringBuilder names = new StringBuilder(row.subject());
            while (i + 1 < table.size() && row.isLike(table.get(i + 1)))
                names.append(", ").append(table.get(++i).subject());
            Row line = row.called(names.toString());
            for (Function<Row, String> column : columns.values())
                page.append("| ").append(column.apply(line)).append(' ');
            page.append("|\n");
        }
    }
}
