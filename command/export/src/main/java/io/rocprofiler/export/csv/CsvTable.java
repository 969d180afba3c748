package io.rocprofiler.export.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// A CSV file with AMD's quoting: header and text cells in quotes, numbers bare. Unlike AMD's writer, it doubles a
/// quote inside a text, so that the file stays parseable.
final class CsvTable implements AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 16;

    private final CsvWriter writer;

    private CsvTable(CsvWriter writer) {
        this.writer = writer;
    }

    record Column(String name, boolean text) {
        static Column text(String name) {
            return new Column(name, true);
        }

        static Column number(String name) {
            return new Column(name, false);
        }
    }

    /// Creates the file, or truncates an existing one, and writes the header.
    static CsvTable create(Path file, Column... columns) throws IOException {
        CsvWriter writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(new Quoting(columns.clone()))
                .bufferSize(BUFFER_SIZE)
                .build(NewFile.stream(file), StandardCharsets.UTF_8);
        CsvTable table = new CsvTable(writer);
        table.row(Arrays.stream(columns).map(Column::name).toArray(String[]::new));
        return table;
    }

    /// @throws java.io.UncheckedIOException if the file cannot be written
    void row(String... cells) {
        writer.writeRecord(cells);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private static final class Quoting implements QuoteStrategy {

        private final Column[] columns;

        Quoting(Column[] columns) {
            this.columns = columns;
        }

        @Override
        public boolean quoteEmpty(int line, int column) {
            return quoteValue(line, column, "");
        }

        @Override
        public boolean quoteValue(int line, int column, String value) {
            return line == 1 || columns[column].text();
        }
    }
}
