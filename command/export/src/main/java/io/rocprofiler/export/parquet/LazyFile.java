package io.rocprofiler.export.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A Parquet file that is created with its first row. Thread rule: one thread.
final class LazyFile<R> implements AutoCloseable {

    private final Path path;
    private final List<Column<R>> columns;
    private final String sortedBy;
    private final Creation creation;
    private @Nullable ParquetFile<R> file;

    /// What goes before the creation.
    @FunctionalInterface
    interface Creation {
        void begins(Path path) throws IOException;
    }

    LazyFile(Path path, List<Column<R>> columns, String sortedBy, Creation creation) {
        this.path = path;
        this.columns = columns;
        this.sortedBy = sortedBy;
        this.creation = creation;
    }

    void add(R row) {
        try {
            ParquetFile<R> open = file;
            if (open == null) {
                creation.begins(path);
                open = new ParquetFile<>(path, columns, sortedBy);
                file = open;
            }
            open.row(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
