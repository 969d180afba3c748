package io.rocprofiler.cli.query;

import io.rocprofiler.cli.options.TableSettings;
import io.rocprofiler.export.summary.SummaryUnit;
import io.rocprofiler.export.text.Quantity;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Prints tables for people: times in a unit, and only the first rows. In a table, columns `…_ns` hold times in
/// nanoseconds, and `bytes` or `…_bytes` amounts of memory. For programs (CSV, JSON), numbers stay as they are.
///
/// @param top the most rows of a table
public record FittedRows(RowFormat rows, SummaryUnit unit, int top) implements RowFormat {

    private static final Pattern NANOS = Pattern.compile("(?i)(.+)_ns");
    private static final Pattern BYTES = Pattern.compile("(?i)(.+_)?bytes");

    private enum Sort {
        PLAIN,
        NANOS,
        BYTES
    }

    public static FittedRows of(RowFormat rows, TableSettings settings) {
        return new FittedRows(rows, settings.unit(SummaryUnit.FIT), settings.top(Integer.MAX_VALUE));
    }

    @Override
    public Printer printer(List<String> columns, PrintStream out) {
        List<Sort> sorts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String column : columns) {
            Matcher nanos = NANOS.matcher(column);
            boolean isTime = isConverted() && nanos.matches();
            sorts.add(isTime ? Sort.NANOS : sort(column));
            names.add(isTime ? unit.column(nanos.group(1)) : column);
        }
        return new First(rows.printer(names, out), sorts, out);
    }

    private boolean isConverted() {
        return rows.isForPeople() && unit != SummaryUnit.NSEC;
    }

    private Sort sort(String column) {
        return isConverted() && BYTES.matcher(column).matches() ? Sort.BYTES : Sort.PLAIN;
    }

    private @Nullable Object cell(Sort sort, @Nullable Object value) {
        return switch (sort) {
            case PLAIN -> value;
            case NANOS ->
                value instanceof Number number && Double.isFinite(number.doubleValue()) ? time(number) : value;
            case BYTES -> value instanceof Long bytes ? new Quantity(unit.showBytes(bytes)) : value;
        };
    }

    private Quantity time(Number nanos) {
        return unit == SummaryUnit.FIT
                ? Quantity.ofNanos(nanos.doubleValue())
                : new Quantity(unit.show(Math.round(nanos.doubleValue())));
    }

    private final class First implements Printer {

        private final Printer printer;
        private final List<Sort> sorts;
        private final PrintStream out;
        private long count;

        First(Printer printer, List<Sort> sorts, PrintStream out) {
            this.printer = printer;
            this.sorts = sorts;
            this.out = out;
        }

        @Override
        public void row(List<? extends @Nullable Object> cells) {
            if (count++ < top) {
                List<@Nullable Object> shown = new ArrayList<>();
                for (int i = 0; i < sorts.size(); i++) {
                    shown.add(cell(sorts.get(i), cells.get(i)));
                }
                printer.row(shown);
            }
        }

        @Override
        public void close() {
            printer.close();
            if (count > top && rows == Rows.TABLE) {
                out.println("… " + (count - top) + (count - top == 1 ? " more row" : " more rows")
                        + "; --top says how many are shown");
            }
        }
    }
}
