package io.rocprofiler.export.parquet;

/// `DELTA_BINARY_PACKED`: differences from the previous number, minus the least of their block, in as few bits
/// as needed.
final class DeltaEncoding {

    private static final int BLOCK = 128;
    private static final int MINIBLOCKS = 4;
    private static final int MINIBLOCK = BLOCK / MINIBLOCKS;

    private final long[] deltas = new long[BLOCK];
    private final Bytes out;

    private DeltaEncoding(Bytes out) {
        this.out = out;
    }

    static void encode(long[] values, int count, Bytes out) {
        out.varint(BLOCK);
        out.varint(MINIBLOCKS);
        out.varint(count);
        out.zigzag(count == 0 ? 0 : values[0]);
        DeltaEncoding encoding = new DeltaEncoding(out);
        for (int from = 1; from < count; from += BLOCK) {
            encoding.block(values, from, Math.min(BLOCK, count - from));
        }
    }

    private void block(long[] values, int from, int count) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            deltas[i] = values[from + i] - values[from + i - 1]; // may overflow; so does the reader's sum
            least = Math.min(least, deltas[i]);
        }
        out.zigzag(least);
        int[] widths = new int[MINIBLOCKS];
        for (int i = 0; i < BLOCK; i++) {
            deltas[i] = i < count ? deltas[i] - least : 0;
            int mini = i / MINIBLOCK;
            widths[mini] = Math.max(widths[mini], BitPacking.width(deltas[i]));
        }
        for (int width : widths) {
            out.u8(width);
        }
        for (int mini = 0; mini * MINIBLOCK < count; mini++) {
            BitPacking packed = new BitPacking(out, widths[mini]);
            for (int i = 0; i < MINIBLOCK; i++) {
                packed.add(deltas[mini * MINIBLOCK + i]);
            }
            packed.end();
        }
    }
}
