package io.rocprofiler.export.parquet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The end of a Parquet file: `FileMetaData`. Row groups are encoded as they are written.
final class Footer {

    private static final String MADE_BY = "rocprofiler-java";

    private final List<? extends Column<?>> columns;
    private final String sortedBy;
    private final Bytes groups = new Bytes();
    private final Thrift group = new Thrift(groups);
    private int groupCount;
    private long rowsInAll;
    private long rows;
    private long begin;
    private long plainBytes;

    Footer(List<? extends Column<?>> columns, String sortedBy) {
        this.columns = columns;
        this.sortedBy = sortedBy;
    }

    /// A column of a row group as written to the file.
    ///
    /// @param plainBytes the size without compression, including page headers
    /// @param dictionaryAt -1 without a dictionary
    record Written(
            int encoding,
            int codec,
            long values,
            long plainBytes,
            long storedBytes,
            long dataAt,
            long dictionaryAt,
            Chunk.@Nullable Bounds bounds) {}

    void beginRowGroup(int rowCount, long position) {
        rows = rowCount;
        begin = position;
        plainBytes = 0;
        group.element().structList(1, columns.size());
    }

    void column(Column<?> column, Written written) {
        plainBytes += written.plainBytes();
        group.element().i64(2, written.dictionaryAt() < 0 ? written.dataAt() : written.dictionaryAt());
        group.struct(3).i32(1, column instanceof Column.Word<?> ? Format.INT64 : Format.BYTE_ARRAY);
        if (written.encoding() == Format.RLE_DICTIONARY) {
            group.i32List(2, Format.PLAIN, Format.RLE, Format.RLE_DICTIONARY);
        } else {
            group.i32List(2, Format.RLE, written.encoding());
        }
        group.textList(3, column.name())
                .i32(4, written.codec())
                .i64(5, written.values())
                .i64(6, written.plainBytes())
                .i64(7, written.storedBytes())
                .i64(9, written.dataAt());
        if (written.dictionaryAt() >= 0) {
            group.i64(11, written.dictionaryAt());
        }
        Chunk.Bounds bounds = written.bounds();
        if (bounds != null) {
            group.struct(12).i64(3, bounds.absent());
            if (bounds.any()) {
                group.word(5, bounds.most()).word(6, bounds.least());
            }
            group.end();
        }
        group.end().end();
    }

    void endRowGroup(long position) {
        group.i64(2, plainBytes).i64(3, rows);
        int place = sortedBy();
        if (place >= 0) {
            group.structList(4, 1)
                    .element()
                    .i32(1, place)
                    .flag(2, false)
                    .flag(3, true) // rows without a time come first
                    .end();
        }
        group.i64(5, begin).i64(6, position - begin).end();
        groupCount++;
        rowsInAll += rows;
    }

    private int sortedBy() {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(sortedBy)) {
                return i;
            }
        }
        return -1;
    }

    Bytes end() {
        Bytes out = new Bytes();
        Thrift file = new Thrift(out).i32(1, Format.VERSION).structList(2, columns.size() + 1);
        file.element().text(4, "trace").i32(5, columns.size()).end();
        columns.forEach(column -> schema(file, column));
        file.i64(3, rowsInAll).structList(4, groupCount);
        out.bytes(groups);
        file.structList(5, 1)
                .element()
                .text(1, "timestamps")
                .text(2, "nanoseconds of CLOCK_BOOTTIME")
                .end();
        file.text(6, MADE_BY).structList(7, columns.size());
        for (int i = 0; i < columns.size(); i++) {
            file.element().struct(1).end().end(); // bounds are ordered by the column's type
        }
        file.stop();
        return out;
    }

    private static void schema(Thrift file, Column<?> column) {
        file.element();
        switch (column) {
            case Column.Text<?> text -> {
                file.i32(1, Format.BYTE_ARRAY).i32(3, Format.REQUIRED).text(4, text.name());
                file.i32(6, Format.UTF8)
                        .struct(10)
                        .struct(Format.LOGICAL_STRING)
                        .end()
                        .end();
            }
            case Column.Word<?> number -> {
                file.i32(1, Format.INT64)
                        .i32(3, number.present() == null ? Format.REQUIRED : Format.OPTIONAL)
                        .text(4, number.name());
                if (number.unsigned()) {
                    file.i32(6, Format.UINT_64).struct(10).struct(Format.LOGICAL_INTEGER);
                    file.i8(1, Long.SIZE).flag(2, false).end().end();
                }
            }
        }
        file.end();
    }
}
