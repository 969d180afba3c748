package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.seam.Memory;

/// A half divided into stretches, each filled by one thread.
///
/// ```
/// stretch: | claim word (8) | misfits (8) | claim word when closed (8) | 40 unused | records ... (stretch size) |
/// ```
/// A stretch is closed until it is taken. A thread may still know a stretch from an earlier filling of the half; if
/// another thread has taken it since, they share it, which is correct and rare.
final class StretchedHalf implements BufferHalf {
    static final int HEADER = NativeConstants.STRETCH_HEADER;

    private static final int MISFITS = 8;
    private static final int CLOSED_WORD = 16;

    private final Block block;
    private final int stretchSize;
    private final long stride;
    private final int stretches;
    private final int watermarkStretches;
    private int taken;

    StretchedHalf(long capacity, long watermark, int stretchSize) {
        this.stretchSize = stretchSize;
        this.stride = (long) stretchSize + HEADER;
        this.stretches = (int) ((capacity + stretchSize - 1) / stretchSize);
        this.watermarkStretches = (int) Math.min(stretches + 1L, Math.ceilDiv(watermark, stretchSize));
        this.block = Block.allocate(stretches * stride);
        for (int i = 0; i < stretches; i++) Memory.putLong(stretch(i), ClaimWord.CLOSED);
    }

    /// Opens the next stretch. Under the buffer's lock.
    ///
    /// @return the address of an open stretch, or 0 if all are taken
    long take() {
        if (taken == stretches) return 0;
        long stretch = stretch(taken++);
        Memory.putLong(stretch + MISFITS, 0);
        Memory.putLongVolatile(stretch, 0);
        return stretch;
    }

    boolean anyLeft() {
        return taken < stretches;
    }

    boolean atWatermark() {
        return taken >= watermarkStretches;
    }

    /// Counts a claim that did not fit. Call for every such claim, with the word that it returned.
    static void misfit(long stretch, int stretchSize, long word) {
        long offset = word & ClaimWord.OFFSET;
        if (offset >= ClaimWord.CLOSED) return;
        Memory.getAndAddLong(stretch + MISFITS, 1);
        if (offset < stretchSize) Records.pad(stretch + HEADER + offset);
    }

    @Override
    public void open() {
        taken = 0;
    }

    @Override
    public void close() {
        for (int i = 0; i < taken; i++) {
            long stretch = stretch(i);
            Memory.putLong(stretch + CLOSED_WORD, Memory.getAndAddLong(stretch, ClaimWord.CLOSED));
        }
    }

    @Override
    public boolean used() {
        return taken > 0;
    }

    @Override
    public long collect(RecordHeaders into, long patienceNanos) {
        long missing = 0;
        for (int i = 0; i < taken; i++) missing += collect(stretch(i), into, missing == 0 ? patienceNanos : 0);
        if (taken > 1) into.retirementsLast();
        return missing;
    }

    @Override
    public void clear() {
        for (int i = 0; i < taken; i++) {
            long stretch = stretch(i);
            Memory.zero(stretch + HEADER, ClaimWord.end(Memory.getLong(stretch + CLOSED_WORD), stretchSize));
        }
    }

    /// Keeps the memory: any thread may hold the address of a stretch, and reads its claim word before it notices
    /// a change.
    @Override
    public void free() {}

    private long collect(long stretch, RecordHeaders into, long patienceNanos) {
        long word = Memory.getLong(stretch + CLOSED_WORD);
        int before = into.count();
        long records = stretch + HEADER;
        if (Records.collect(records, records + ClaimWord.end(word, stretchSize), into, patienceNanos)) return 0;
        long claims = ClaimWord.claims(word) - Memory.getLongVolatile(stretch + MISFITS);
        return Math.max(1, claims - (into.count() - before));
    }

    private long stretch(int i) {
        return block.address() + i * stride;
    }
}
