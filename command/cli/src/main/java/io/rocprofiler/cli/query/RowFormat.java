package io.rocprofiler.cli.query;

import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prints tables row by row.
public interface RowFormat {

    /// Receives rows; closing ends the table.
    interface Printer extends AutoCloseable {
        void row(List<? extends @Nullable Object> cells);

        @Override
        default void close() {}
    }

    /// Whether people read it; programs read the others.
    default boolean isForPeople() {
        return true;
    }

    /// Begins a table.
    Printer printer(List<String> columns, PrintStream out);

    /// Prints a whole table.
    default void print(List<String> columns, List<? extends List<? extends @Nullable Object>> rows, PrintStream out) {
        try (Printer printer = printer(columns, out)) {
            rows.forEach(printer::row);
        }
        out.flush();
    }
}
