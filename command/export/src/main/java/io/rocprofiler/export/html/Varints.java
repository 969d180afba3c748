package io.rocprofiler.export.html;

import io.rocprofiler.trace.primitive.Leb128;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// Writes columns of variable-length numbers ([Leb128]) to a stream.
final class Varints {

    private static final int FLUSH_AT = 1 << 16;

    private final OutputStream out;
    private final byte[] bytes = new byte[FLUSH_AT + Leb128.LONGEST];
    private int used;

    Varints(OutputStream out) {
        this.out = out;
    }

    void unsigned(long value) {
        used = Leb128.put(bytes, used, value);
        if (used >= FLUSH_AT) {
            flush();
        }
    }

    /// Writes each value as its increase over the previous one.
    void rising(long[] values, int size, long base) {
        long previous = base;
        for (int i = 0; i < size; i++) {
            unsigned(values[i] - previous);
            previous = values[i];
        }
    }

    void spans(long[] starts, long[] ends, int size) {
        for (int i = 0; i < size; i++) {
            unsigned(ends[i] - starts[i]);
        }
    }

    /// Writes each value as its signed difference from the previous one; the first from zero.
    void differences(long[] values, int size) {
        long previous = 0;
        for (int i = 0; i < size; i++) {
            unsigned(Leb128.zigzag(values[i] - previous));
            previous = values[i];
        }
    }

    void flush() {
        try {
            out.write(bytes, 0, used);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        used = 0;
    }
}
