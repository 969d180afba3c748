package io.rocprofiler.export.parquet;

import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// Writes a Parquet file: row groups of bounded size, one data page per column in each, the footer at the end.
///
/// Rows must arrive in the order of one of the columns, which the footer states. Not thread safe.
///
/// @param <R> what a row is made of
public final class ParquetFile<R> implements AutoCloseable {

    private static final int MOST_ROWS = 1 << 17;
    private static final long MOST_TEXT_BYTES = 16 << 20;
    private static final int BUFFER_SIZE = 1 << 16;

    private final List<Column<R>> columns;
    private final List<Chunk<R>> chunks = new ArrayList<>();
    private final OutputStream out;
    private final Gzip gzip = new Gzip();
    private final Bytes dictionary = new Bytes();
    private final Bytes data = new Bytes();
    private final Bytes dictionaryPage = new Bytes();
    private final Bytes dataPage = new Bytes();
    private final Bytes header = new Bytes();
    private final Footer footer;
    private long position;
    private int rows;

    /// Creates the file, or truncates an existing one.
    ///
    /// @param sortedBy the column by which rows are sorted; empty for none
    public ParquetFile(Path file, List<Column<R>> columns, String sortedBy) throws IOException {
        this.columns = columns;
        this.footer = new Footer(columns, sortedBy);
        for (Column<R> column : columns) {
            chunks.add(
                    switch (column) {
                        case Column.Word<R> number -> new NumberChunk<>(number, MOST_ROWS);
                        case Column.Text<R> text -> new TextChunk<>(text, MOST_ROWS);
                    });
        }
        this.out = new BufferedOutputStream(NewFile.stream(file), BUFFER_SIZE);
        raw(Format.MAGIC, Format.MAGIC.length);
    }

    private void raw(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        position += length;
    }

    public void row(R record) throws IOException {
        long held = 0;
        for (Chunk<R> chunk : chunks) {
            chunk.add(record);
            held += chunk.heldBytes();
        }
        if (++rows == MOST_ROWS || held > MOST_TEXT_BYTES) {
            rowGroup();
        }
    }

    private void rowGroup() throws IOException {
        footer.beginRowGroup(rows, position);
        for (int i = 0; i < columns.size(); i++) {
            column(columns.get(i), chunks.get(i));
        }
        footer.endRowGroup(position);
        rows = 0;
    }

    private void column(Column<R> column, Chunk<R> chunk) throws IOException {
        dictionary.clear();
        data.clear();
        Chunk.Bounds bounds = chunk.bounds();
        Chunk.Pages pages = chunk.encode(dictionary, data);
        gzip.compress(dictionary, dictionaryPage);
        gzip.compress(data, dataPage);
        int plain = dictionary.size() + data.size();
        boolean smaller = dataPage.size() + (pages.dictionarySize() > 0 ? dictionaryPage.size() : 0) < plain;
        int codec = smaller ? Format.GZIP : Format.UNCOMPRESSED;
        long begin = position;
        long headers = 0;
        long dictionaryAt = -1;
        if (pages.dictionarySize() > 0) {
            dictionaryAt = position;
            headers += page(dictionary, smaller ? dictionaryPage : dictionary, pages, false);
        }
        long dataAt = position;
        headers += page(data, smaller ? dataPage : data, pages, true);
        footer.column(
                column,
                new Footer.Written(
                        pages.encoding(),
                        codec,
                        rows,
                        plain + headers,
                        position - begin,
                        dataAt,
                        dictionaryAt,
                        bounds));
    }

    /// @return the size of the page's header
    private int page(Bytes plain, Bytes stored, Chunk.Pages pages, boolean isData) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(stored.array(), 0, stored.size());
        header.clear();
        Thrift thrift = new Thrift(header)
                .i32(1, isData ? Format.DATA_PAGE : Format.DICTIONARY_PAGE)
                .i32(2, plain.size())
                .i32(3, stored.size())
                .i32(4, (int) crc.getValue());
        if (isData) {
            thrift.struct(5)
                    .i32(1, rows)
                    .i32(2, pages.encoding())
                    .i32(3, Format.RLE) // of levels
                    .i32(4, Format.RLE)
                    .end();
        } else {
            thrift.struct(7).i32(1, pages.dictionarySize()).i32(2, Format.PLAIN).end();
        }
        thrift.stop();
        raw(header.array(), header.size());
        raw(stored.array(), stored.size());
        return header.size();
    }

    /// Writes the remaining rows and the footer, without which the file is unreadable.
    @Override
    public void close() throws IOException {
        try (out;
                gzip) {
            if (rows > 0) {
                rowGroup();
            }
            Bytes end = footer.end();
            raw(end.array(), end.size());
            header.clear();
            header.little(end.size(), Integer.BYTES);
            raw(header.array(), header.size());
            raw(Format.MAGIC, Format.MAGIC.length);
        }
    }
}
