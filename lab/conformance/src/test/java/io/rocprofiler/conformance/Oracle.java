package io.rocprofiler.conformance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The calls of a run's processes, by their own count in a shared file: `oracle.h`.
public final class Oracle {
    private static final int ROW_BYTES = 32;

    private Oracle() {}

    /// What one process counted.
    ///
    /// @param begun calls that the process entered
    /// @param done the calls among them that returned
    public record Row(long pid, long begun, long done) {}

    public static List<Row> read(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            List<Row> rows = new ArrayList<>();
            while (bytes.remaining() >= ROW_BYTES) {
                Row row = new Row(bytes.getLong(), bytes.getLong(), bytes.getLong());
                bytes.getLong();
                if (row.pid() != 0) rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
