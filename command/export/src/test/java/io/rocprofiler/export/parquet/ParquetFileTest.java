package io.rocprofiler.export.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.trace.ApiRecord;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writes values of every type in every encoding and reads them with an independent reader.
class ParquetFileTest {

    private static final int GROUP = 1 << 17; // rows of a row group

    @TempDir
    Path directory;

    private final List<Column<ApiRecord>> columns = new ArrayList<>();
    private final List<IntFunction<String>> expected = new ArrayList<>();
    private int row;

    private void number(String name, IntToLongFunction value) {
        columns.add(Column.signed(name, _ -> value.applyAsLong(row)));
        expected.add(i -> Long.toString(value.applyAsLong(i)));
    }

    private void unsigned(String name, IntToLongFunction value) {
        columns.add(Column.unsigned(name, _ -> value.applyAsLong(row)));
        expected.add(i -> Long.toUnsignedString(value.applyAsLong(i)));
    }

    private void text(String name, IntFunction<String> value) {
        columns.add(Column.text(name, _ -> value.apply(row)));
        expected.add(value);
    }

    private Path write(int rows) throws IOException {
        SegmentWriter writer = new SegmentWriter(42).stretch(43).api(BufferTracingKind.HIP_RUNTIME_API, 1, 1, 10, 20);
        Path path = directory.resolve("x.parquet");
        try (ProcessTrace process = writer.open(directory);
                ParquetFile<ApiRecord> file = new ParquetFile<>(path, columns, "Start_Timestamp")) {
            Records.forEach(List.of(process), Set.of(Domain.HIP_API), record -> {
                try {
                    for (row = 0; row < rows; row++) {
                        file.row((ApiRecord) record);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return path;
    }

    private void check(Path file, int rows) throws SQLException {
        List<String> read = Duck.rows(file, "select * from FILE");
        assertThat(read).hasSize(rows);
        for (int i = 0; i < rows; i++) {
            StringBuilder cells = new StringBuilder();
            for (IntFunction<String> value : expected) {
                cells.append(cells.isEmpty() ? "" : "|").append(value.apply(i));
            }
            if (!read.get(i).contentEquals(cells)) {
                assertThat(read.get(i)).as("row %d", i).isEqualTo(cells.toString());
            }
        }
    }

    /// Returns a reproducible pseudo-random number.
    private static long random(int i) {
        return new SplittableRandom(i).nextLong();
    }

    @Test
    void numbers_of_every_sort_come_back() throws IOException, SQLException {
        long[] extremes = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1, Long.MIN_VALUE + 1, 1L << 62};
        number("rising", i -> 1_000_000_000_000L + 17L * i + i % 5);
        number("falling", i -> -3L * i * i);
        number("random", ParquetFileTest::random);
        number("wide", i -> random(i) >> i % 64);
        number("extremes", i -> i % 1000 < 900 ? random(i) : extremes[i % extremes.length]);
        number("constant", _ -> -7);
        number("few", i -> extremes[i % extremes.length]);
        number("runs", i -> i / 11 % 3 == 0 ? 5 : i % 4);
        number("many", i -> i * 7919L % 4096);
        number("too many", i -> i * 7919L % 4099);
        unsigned("unsigned", i -> i % 3 == 0 ? -1L - i : i);
        check(write(2 * GROUP + 77), 2 * GROUP + 77);
    }

    @Test
    void texts_that_come_again_and_texts_that_do_not_come_back() throws IOException, SQLException {
        text("one", _ -> "always the same");
        text("empty", i -> i % 2 == 0 ? "" : "x");
        text("some", i -> "naïve ☃ \0 " + i % 300);
        text("all", i -> "unique " + i);
        text("runs", i -> i % 100 < 50 ? "a" : i % 7 + "");
        check(write(GROUP + 1), GROUP + 1);
    }

    @Test
    void every_count_of_rows_around_blocks_and_groups_comes_back() throws IOException, SQLException {
        number("random", ParquetFileTest::random);
        number("few", i -> i % 3);
        text("text", i -> i % 5 == 0 ? "five" : "no");
        for (int rows : new int[] {1, 2, 7, 8, 9, 31, 32, 33, 34, 127, 128, 129, 130, 160, 161, 257, 1000}) {
            check(write(rows), rows);
        }
    }

    @Test
    void encodings_are_chosen_by_what_repeats() throws IOException, SQLException {
        number("time", i -> 1000L * i);
        number("thread", i -> 40 + i % 8);
        text("name", i -> "f" + i % 20);
        text("message", i -> "message " + i);
        Path file = write(GROUP + 10);
        assertThat(Duck.rows(
                        file,
                        "select path_in_schema, row_group_id, encodings, num_values, stats_min_value, stats_max_value "
                                + "from parquet_metadata(FILE) where row_group_id = 0 order by column_id"))
                .containsExactly(
                        "time|0|RLE, DELTA_BINARY_PACKED|131072|0|131071000",
                        "thread|0|PLAIN, RLE, RLE_DICTIONARY|131072|40|47",
                        "name|0|PLAIN, RLE, RLE_DICTIONARY|131072|null|null",
                        "message|0|RLE, PLAIN|131072|null|null");
        assertThat(Duck.rows(
                        file,
                        "select num_rows, num_row_groups, created_by, format_version from parquet_file_metadata(FILE)"))
                .containsExactly("131082|2|rocprofiler-java|2");
    }

    @Test
    void long_texts_make_row_groups_shorter() throws IOException, SQLException {
        String tail = "x".repeat(10_000);
        text("message", i -> i + tail);
        Path file = write(2000);
        check(file, 2000);
        assertThat(Duck.rows(file, "select num_rows, num_row_groups from parquet_file_metadata(FILE)"))
                .containsExactly("2000|3");
    }
}
