package io.rocprofiler.export.parquet;

import java.util.function.Function;
import java.util.function.ToLongFunction;

/// A column of a file. Columns have no nulls.
///
/// @param <R> what a row is made of
public sealed interface Column<R> {

    String name();

    /// A column of 64-bit numbers.
    record Word<R>(String name, boolean unsigned, ToLongFunction<R> value) implements Column<R> {}

    record Text<R>(String name, Function<R, String> value) implements Column<R> {}

    static <R> Column<R> text(String name, Function<R, String> value) {
        return new Text<>(name, value);
    }

    static <R> Column<R> signed(String name, ToLongFunction<R> value) {
        return new Word<>(name, false, value);
    }

    static <R> Column<R> unsigned(String name, ToLongFunction<R> value) {
        return new Word<>(name, true, value);
    }
}
