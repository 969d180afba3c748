package io.rocprofiler.export.parquet;

/// `RLE_DICTIONARY`: places in a dictionary, equal ones in a row as one run, others packed in eights.
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

    /// How many equal ones begin here.
    private int run(int from) {
        int to = from + 1;
        while (to < count && indexes[to] == indexes[from]) {
            to++;
        }
        return to - from;
    }

    /// Writes eights until one begins with a run; only the last one may be filled up.
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
