package io.rocprofiler.export.parquet;

/// `RLE_DICTIONARY`, indexes into a dictionary, and `RLE`, levels: repeated ones as a run, others packed in groups of
/// eight.
final class IndexEncoding {

    private static final int GROUP = 8;

    private final int[] indexes;
    private final int count;
    private final int width;
    private final Bytes out;

    private IndexEncoding(int[] indexes, int count, int width, Bytes out) {
        this.indexes = indexes;
        this.count = count;
        this.width = width;
        this.out = out;
    }

    static void encode(int[] indexes, int count, int dictionarySize, Bytes out) {
        int width = BitPacking.width(dictionarySize - 1L);
        out.u8(width);
        new IndexEncoding(indexes, count, width, out).all();
    }

    /// Writes the definition levels of rows, each 0 or 1, as data pages begin with them: after their length.
    static void levels(int[] levels, int count, Bytes out) {
        Bytes encoded = new Bytes();
        new IndexEncoding(levels, count, 1, encoded).all();
        out.little(encoded.size(), Integer.BYTES);
        out.bytes(encoded);
    }

    private void all() {
        int at = 0;
        while (at < count) {
            int run = run(at);
            if (run >= GROUP) {
                out.varint((long) run << 1);
                out.little(indexes[at], (width + Byte.SIZE - 1) / Byte.SIZE);
                at += run;
            } else {
                at = packed(at);
            }
        }
    }

    /// Returns the length of the run of equal indexes that begins here.
    private int run(int from) {
        int to = from + 1;
        while (to < count && indexes[to] == indexes[from]) {
            to++;
        }
        return to - from;
    }

    /// Writes groups of eight up to the next run; only the last group may be padded.
    private int packed(int from) {
        int to = from;
        do {
            to += GROUP;
        } while (to < count && !eightEqual(to));
        out.varint(((long) (to - from) / GROUP) << 1 | 1);
        BitPacking packed = new BitPacking(out, width);
        for (int i = from; i < to; i++) {
            packed.add(i < count ? indexes[i] : 0);
        }
        packed.end();
        return Math.min(to, count);
    }

    private boolean eightEqual(int from) {
        if (from + GROUP > count) {
            return false;
        }
        for (int i = from + 1; i < from + GROUP; i++) {
            if (indexes[i] != indexes[from]) {
                return false;
            }
        }
        return true;
    }
}
