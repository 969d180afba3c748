package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.TraceRecord;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A column of a file. Only numbers may be absent.
///
/// @param <R> what a row is made of
public sealed interface Column<R> {

    String name();

    /// A column of 64-bit numbers.
    ///
    /// @param present which rows have one; null if all have
    record Word<R>(
            String name,
            boolean unsigned,
            ToLongFunction<R> value,
            @Nullable Predicate<R> present) implements Column<R> {}

    record Text<R>(String name, Function<R, String> value) implements Column<R> {}

    static <R> Column<R> text(String name, Function<R, String> value) {
        return new Text<>(name, value);
    }

    static <R> Column<R> signed(String name, ToLongFunction<R> value) {
        return new Word<>(name, false, value, null);
    }

    /// A column of a time or a duration, without a value in the rows of records that have no times.
    static <R extends TraceRecord> Column<R> time(String name, ToLongFunction<R> value) {
        return new Word<>(name, false, value, TraceRecord::hasTimes);
    }

    static <R> Column<R> unsigned(String name, ToLongFunction<R> value) {
        return new Word<>(name, true, value, null);
    }
}
