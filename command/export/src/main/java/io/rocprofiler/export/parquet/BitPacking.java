package io.rocprofiler.export.parquet;

/// Packs numbers of a few bits one after another, beginning with the lowest bit of the first byte.
final class BitPacking {

    private final Bytes out;
    private final int width;
    private long word;
    private int bits;

    /// @param width from 0 to 64
    BitPacking(Bytes out, int width) {
        this.out = out;
        this.width = width;
    }

    static int width(long largest) {
        return Long.SIZE - Long.numberOfLeadingZeros(largest);
    }

    /// @param value without bits above the width
    void add(long value) {
        if (width == 0) {
            return;
        }
        word |= value << bits;
        int used = bits + width;
        if (used >= Long.SIZE) {
            out.little(word, Long.BYTES);
            int written = Long.SIZE - bits;
            word = written == Long.SIZE ? 0 : value >>> written;
            used -= Long.SIZE;
        }
        bits = used;
    }

    /// Writes the started byte.
    void end() {
        out.little(word, (bits + Byte.SIZE - 1) / Byte.SIZE);
        word = 0;
        bits = 0;
    }
}
