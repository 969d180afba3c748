package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.seam.Memory;

/// A half divided into stretches, each filled by one thread.
///
/// ```
/// half:    | takes (8) | 56 unused | stretch | stretch | ...
/// stretch: | claim word (8) | misfits (8) | claim word when closed (8) | used (8) | 32 unused | records ... |
/// takes:   | filling (32) | 0 | c (1) | stretches taken (30) |           `c` is set while the half is closed
/// ```
/// One atomic addition to `takes` takes a stretch. Its taker zeroes what earlier fillings `used` of it, then opens it.
/// So the zeroes are in the cache of the thread that writes there next, and the delivering thread, for which other
/// writers may wait, has less to do. Where none does and the memory is too large for a cache, it zeroes.
///
/// ```
/// closed ──take──▶ preparing ──────────▶ open ──close──▶ closed
///                      └──close──▶ revoked ──▶ closed, by its taker
/// ```
/// These are the two flags of [ClaimWord]; claims fail in all states but *open*.
///
/// Assumptions: [#open], [#close] and [#used] under the buffer's lock; fillings do not overlap.
///
/// Guarantees: a stretch has one taker at a time and is opened in the filling in which it was taken, or not at all:
/// - A taker that stalls before it marks the stretch as *preparing* sees afterwards that the filling has ended. Or the
///   mark came before the half was closed, and closing sees it.
/// - A taker that stalls while it prepares keeps the stretch, however long: no other thread takes it, and fillings of
///   the half go without. Closing revokes it, so that no delivery waits for it or looks into it.
/// - A stretch that is taken and not yet open has no record.
///
/// A thread may still know a stretch from an earlier filling of the half; if another thread has opened it since, they
/// share it, which is correct and rare.
///
/// Progress: [#take] takes no lock and does not wait. It passes over the stretches of stalled takers.
final class StretchedHalf implements BufferHalf {
    static final int HEADER = NativeConstants.STRETCH_HEADER;

    private static final int MISFITS = 8;
    private static final int CLOSED_WORD = 16;
    private static final int USED = 24;

    /// What does not stay in the cache of one processor, in bytes.
    private static final long LARGE = 1 << 20;

    private static final long ONE_FILLING = 1L << Integer.SIZE;
    private static final long CLOSED = 1 << 30;

    private final Block block;
    private final long takes;
    private final int stretchSize;
    private final long stride;
    private final int stretches;
    private final int watermarkStretches;

    /// The number of stretches taken in the last filling.
    private int taken;

    StretchedHalf(long capacity, long watermark, int stretchSize) {
        this.stretchSize = stretchSize;
        this.stride = (long) stretchSize + HEADER;
        this.stretches = (int) ((capacity + stretchSize - 1) / stretchSize);
        this.watermarkStretches = (int) Math.min(stretches + 1L, Math.ceilDiv(watermark, stretchSize));
        this.block = Block.allocate(HEADER + stretches * stride);
        this.takes = block.address();
        Memory.putLong(takes, CLOSED);
        for (int i = 0; i < stretches; i++) Memory.putLong(stretch(i), ClaimWord.CLOSED);
    }

    boolean contains(long address) {
        return address - block.address() >= 0 && address - block.address() < block.size();
    }

    /// Takes the next stretch and opens it. Any thread.
    ///
    /// @return the address of a stretch that was open, or 0 if all are taken or the half is closed
    long take() {
        while (anyLeft()) {
            long word = takeIndex();
            int i = (int) word;
            if (i >= stretches) return 0;
            if (prepare(i, filling(word))) return stretch(i);
        }
        return 0;
    }

    /// The first step: returns a filling and the index of a stretch, which may be too high.
    long takeIndex() {
        return Memory.getAndAddLong(takes, 1);
    }

    /// The number of stretches taken in this filling or, while the half is closed, more than it has.
    private int takenNow() {
        return (int) Memory.getLongVolatile(takes);
    }

    private static int filling(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    boolean anyLeft() {
        return takenNow() < stretches;
    }

    boolean isHalfTaken() {
        return takenNow() > stretches / 2;
    }

    boolean atWatermark() {
        return takenNow() >= watermarkStretches;
    }

    /// Zeroes and opens the stretch that the calling thread has taken in this filling.
    ///
    /// @return false if it was revoked, or has another taker
    boolean prepare(int i, int filling) {
        return beginPreparing(i) && endPreparing(i, filling);
    }

    /// Closed to preparing. From then to [#endPreparing] the calling thread owns the stretch.
    boolean beginPreparing(int i) {
        long stretch = stretch(i);
        long word = Memory.getLongVolatile(stretch);
        while (ClaimWord.isClosed(word)) {
            // Threads that know the stretch from before may add their failing claims meanwhile.
            long found = Memory.compareAndExchangeLong(stretch, word, ClaimWord.PREPARING);
            if (found == word) return true;
            word = found;
        }
        return false;
    }

    /// Preparing to open or, if the half has been closed, revoked to closed.
    boolean endPreparing(int i, int filling) {
        long stretch = stretch(i);
        boolean current = filling(Memory.getLongVolatile(takes)) == filling;
        if (current) {
            Memory.zero(stretch + HEADER, Memory.getLong(stretch + USED));
            Memory.putLong(stretch + USED, 0);
            Memory.putLong(stretch + MISFITS, 0);
        }
        while (true) {
            long word = Memory.getLongVolatile(stretch);
            boolean opens = current && !ClaimWord.isRevoked(word);
            long next = opens ? 0 : ClaimWord.CLOSED;
            if (Memory.compareAndExchangeLong(stretch, word, next) == word) return opens;
        }
    }

    /// Counts a claim that did not fit. Call for every such claim, with the word that it returned.
    static void misfit(long stretch, int stretchSize, long word) {
        if (!ClaimWord.isOpen(word)) return;
        long offset = word & ClaimWord.OFFSET;
        Memory.getAndAddLong(stretch + MISFITS, 1);
        if (offset < stretchSize) Records.pad(stretch + HEADER + offset);
    }

    @Override
    public void open() {
        // An addition that this overwrites has found the half closed.
        Memory.putLongVolatile(takes, Memory.getLongVolatile(takes) & -ONE_FILLING);
    }

    @Override
    public void close() {
        // First ends the filling, then the stretches: see the class's guarantees.
        taken = Math.min(stretches, (int) Memory.getAndAddLong(takes, ONE_FILLING + CLOSED));
        for (int i = 0; i < taken; i++) {
            long stretch = stretch(i);
            long word = Memory.getAndBitwiseOrLong(stretch, ClaimWord.CLOSED);
            boolean wasOpen = ClaimWord.isOpen(word);
            if (wasOpen) Memory.putLong(stretch + USED, ClaimWord.end(word, stretchSize));
            Memory.putLong(stretch + CLOSED_WORD, wasOpen ? word : 0);
        }
    }

    @Override
    public boolean used() {
        return takenNow() > 0;
    }

    @Override
    public long collect(RecordHeaders into, long patienceNanos) {
        long missing = 0;
        for (int i = 0; i < taken; i++) missing += collect(stretch(i), into, missing == 0 ? patienceNanos : 0);
        if (taken > 1) into.retirementsLast();
        return missing;
    }

    /// Leaves the memory to its takers, unless there is time and it is large. Waits for the takers of the last filling
    /// who still zero, if they are many.
    @Override
    public boolean clear(boolean hasTime, long patienceNanos) {
        if (hasTime && block.size() >= LARGE) zero();
        if (stalled() <= stretches / 2) return true;
        long start = System.nanoTime();
        while (System.nanoTime() - start < patienceNanos) {
            Records.pause();
            if (stalled() <= stretches / 2) return true;
        }
        return false;
    }

    private void zero() {
        for (int i = 0; i < taken; i++) {
            long stretch = stretch(i);
            // Else it is its taker's, who began before the half was closed. No other one begins until it is opened.
            if (!ClaimWord.isClosed(Memory.getLongVolatile(stretch))) continue;
            Memory.zero(stretch + HEADER, Memory.getLong(stretch + USED));
            Memory.putLong(stretch + USED, 0);
        }
    }

    private int stalled() {
        int stalled = 0;
        for (int i = 0; i < taken; i++) if (ClaimWord.isRevoked(Memory.getLongVolatile(stretch(i)))) stalled++;
        return stalled;
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

    long stretch(int i) {
        return block.address() + HEADER + i * stride;
    }
}
