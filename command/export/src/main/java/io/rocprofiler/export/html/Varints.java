package io.rocprofiler.export.html;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// Writes numbers in seven bits a byte, the lowest first; the high bit says that more follow.
final class Varints {

    private static final int FLUSH_AT = 1 << 16;
    private static final int LONGEST = 10;

    private final OutputStream out;
    private final byte[] bytes = new byte[FLUSH_AT + LONGEST];
    private int used;

    Varints(OutputStream out) {
        this.out = out;
    }

    void unsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[used++] = (byte) rest;
        if (used >= FLUSH_AT) {
            flush();
        }
    }

    /// Zigzag: 0, -1, 1, -2 become 0, 1, 2, 3.
    private void signed(long value) {
        unsigned((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    /// Each value as what it is more than the one before.
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

    /// Each value as its difference, up or down, from the one before; the first from zero.
    void differences(long[] values, int size) {
        long previous = 0;
        for (int i = 0; i < size; i++) {
            signed(values[i] - previous);
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
