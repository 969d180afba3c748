package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.TraceRecord;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// A column of a file. Columns have no nulls.
///
/// @param <R> the type of the file's records
sealed interface Column<R extends TraceRecord> {

    String name();

    /// A column of 64-bit numbers.
    record Word<R extends TraceRecord>(String name, boolean unsigned, ToLongFunction<R> value) implements Column<R> {}

    record Text<R extends TraceRecord>(String name, Function<R, String> value) implements Column<R> {}

    static <R extends TraceRecord> Column<R> text(String name, Function<R, String> value) {
        return new Text<>(name, value);
    }

    static <R extends TraceRecord> Column<R> signed(String name, ToLongFunction<R> value) {
        return new Word<>(name, false, value);
    }

    static <R extends TraceRecord> Column<R> unsigned(String name, ToLongFunction<R> value) {
        return new Word<>(name, true, value);
    }
}
