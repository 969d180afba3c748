package io.rocprofiler.export.rocpd;

import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Rows to append at the end, kept in a file because their number is unbounded.
final class LateRows implements AutoCloseable {

    @FunctionalInterface
    interface Action {

        /// Receives one row.
        ///
        /// @param row holds the row in its first bytes
        void accept(byte[] row, int size) throws IOException;
    }

    private final Path file;
    private @Nullable DataOutputStream rows;
    private byte[] row = new byte[1024];
    private long count;

    /// @param file created with the first row, deleted by [#close()]
    LateRows(Path file) {
        this.file = file;
    }

    void add(Row late) throws IOException {
        ensure(late.sizeBytes());
        late.copyTo(row, 0);
        add(row, 0, late.sizeBytes());
    }

    void add(byte[] bytes, int from, int size) throws IOException {
        if (rows == null) {
            rows = new DataOutputStream(new BufferedOutputStream(NewFile.stream(file), 1 << 16));
        }
        rows.writeInt(size);
        rows.write(bytes, from, size);
        count++;
    }

    private void ensure(int size) {
        if (row.length < size) {
            row = new byte[2 * size];
        }
    }

    /// Passes the rows to `action` in the order of their addition.
    void forEach(Action action) throws IOException {
        if (rows == null) {
            return;
        }
        rows.close();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            for (long i = 0; i < count; i++) {
                int size = in.readInt();
                ensure(size);
                in.readFully(row, 0, size);
                action.accept(row, size);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (rows != null) {
            rows.close();
            Files.deleteIfExists(file);
        }
    }
}
