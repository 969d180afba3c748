package io.rocprofiler.export.summary;

import io.rocprofiler.export.text.Numbers;
import io.rocprofiler.export.text.Printable;
import io.rocprofiler.trace.summary.InsightTable;
import io.rocprofiler.trace.summary.InsightTable.Column;
import io.rocprofiler.trace.summary.InsightTable.Unit;
import io.rocprofiler.trace.summary.Insights;
import java.util.List;

/// Formats the tables of [Insights] as text, in the style of AMD's and below them.
///
/// @param indent of every line: four spaces on a console, none in a file
/// @param top the most rows of a table
public record InsightsText(SummaryUnit unit, String indent, int top) {

    private static final int LONGEST_NAME = 60;
    private static final int PERCENT_DIGITS = 2;
    private static final int BANDWIDTH_DIGITS = 3;

    /// Returns all tables of insights that have rows.
    public String of(Insights insights) {
        return of(insights.tables());
    }

    public String of(List<InsightTable> tables) {
        StringBuilder text = new StringBuilder();
        tables.forEach(table -> append(text, table));
        return text.toString();
    }

    private void append(StringBuilder text, InsightTable table) {
        List<Column> columns = table.columns();
        String[] names = columns.stream().map(this::name).toArray(String[]::new);
        List<String[]> rows =
                table.rows().stream().limit(top).map(row -> cells(columns, row)).toList();
        int[] widths = new int[names.length];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = names[i].length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], Printable.width(row[i]));
            }
        }
        boolean[] left = new boolean[names.length];
        for (int i = 0; i < left.length; i++) {
            left[i] = columns.get(i).unit().isText();
        }
        TextTable lines = new TextTable(text, indent, widths, left);
        lines.title(table.title());
        lines.header(names);
        rows.forEach(lines::row);
        lines.more(table.rows().size() - rows.size());
        if (!table.note().isEmpty()) {
            text.append(indent).append(table.note()).append('\n');
        }
        text.append('\n');
    }

    private String name(Column column) {
        return column.unit() == Unit.NANOS ? unit.column(column.name()) : column.name();
    }

    private String[] cells(List<Column> columns, List<Object> row) {
        String[] cells = new String[row.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(columns.get(i).unit(), row.get(i));
        }
        return cells;
    }

    private String cell(Unit of, Object value) {
        return switch (of) {
            case TEXT, RANGE -> Printable.fitting((String) value, LONGEST_NAME);
            case COUNT -> value.toString();
            case BYTES -> unit.showBytes((Long) value);
            case NANOS -> unit.show((Long) value);
            case BANDWIDTH -> Numbers.fixed((Double) value, BANDWIDTH_DIGITS);
            case PERCENT -> Numbers.fixed((Double) value, PERCENT_DIGITS);
        };
    }
}
