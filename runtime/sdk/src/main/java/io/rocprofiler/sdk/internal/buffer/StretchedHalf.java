package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.internal.seam.Memory;

/// A half divided into stretches, each filled by one thread.
///
/// ```
/// half:    | takes (8) | last taker (8) | stretches with headers (8) | several takers (8) | 32 unused | stretch | ...
/// stretch: | claim word (8) | misfits (8) | claim word when closed (8) | used (8)
///            state of the headers (8) | headers when closed (8) | half (8) | begin (8) | records ... | headers ... |
/// takes:   | filling (32) | 0 | c (1) | stretches taken (30) |           `c` is set while the half is closed
/// ```
/// Not all stretches have the same room ([StretchRooms]): the records begin behind those bytes that one has less than
/// others, so that all end, for the C code that claims, at the same offset.
///
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
/// Assumptions: [#open] and [#used] under the buffer's lock; fillings do not overlap.
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
    private static final int HEADERS = 40;
    private static final int HALF = 48;

    /// The offset of the first record behind the stretch's header: the lowest value of the claim word.
    static final int BEGIN = 56;

    private static final int LAST_TAKER = 8;
    private static final int READY = 16;
    private static final int SEVERAL = 24;

    /// What does not stay in the cache of one processor, in bytes.
    private static final long LARGE = 1 << 20;

    private static final long ONE_FILLING = 1L << Integer.SIZE;
    private static final long CLOSED = 1 << 30;

    private final Block block;
    private final long takes;
    private final int stretchSize;
    private final long stride;
    private final int stretches;
    private final int upToWatermark;

    /// Whether writers make headers: in large halves a stretch is too large for the cache, and the delivering thread,
    /// which waits less, has read it in less time than they would need.
    private final boolean hasHeaders;

    /// The number of stretches taken in the last filling, and of those whose takers were not ready when it ended.
    private int taken;

    private int revoked;

    StretchedHalf(long capacity, long watermark, int stretchSize) {
        this.stretchSize = stretchSize;
        this.hasHeaders = capacity < LARGE;
        this.stride = HEADER + stretchSize + (hasHeaders ? ReadyHeaders.bytes(stretchSize) : 0);
        StretchRooms rooms = StretchRooms.of(capacity, watermark, stretchSize);
        this.stretches = rooms.stretches();
        this.upToWatermark = rooms.upToWatermark();
        this.block = Block.allocate(HEADER + stretches * stride);
        this.takes = block.address();
        Memory.putLong(takes, CLOSED);
        for (int i = 0; i < stretches; i++) {
            Memory.putLong(stretch(i), ClaimWord.CLOSED);
            Memory.putLong(stretch(i) + HALF, takes);
            Memory.putLong(stretch(i) + BEGIN, stretchSize - rooms.bytes(i));
        }
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

    /// Notes that a thread has taken a stretch.
    void takenBy(long thread) {
        if (wasTakenBy(thread)) return;
        Memory.putLong(takes + LAST_TAKER, thread);
        Memory.putLong(takes + SEVERAL, 1);
    }

    /// Whether the last stretch taken was this thread's, in this filling or an earlier one.
    boolean wasTakenBy(long thread) {
        return Memory.getLong(takes + LAST_TAKER) == thread;
    }

    /// Makes the headers of a stretch of this half, or of one like it, for which a claim did not fit, while its records
    /// are in the caller's cache. Not for a single writer, who hardly ever waits for the delivering thread.
    void makeHeaders(long stretch, long thread) {
        if (!hasHeaders || wasTakenBy(thread)) return;
        if (ReadyHeaders.make(stretch, stretchSize)) Memory.getAndAddLong(Memory.getLong(stretch + HALF) + READY, 1);
    }

    @Override
    public boolean isSettling() {
        if (!hasHeaders || Memory.getLong(takes + SEVERAL) == 0) return false;
        return Memory.getLongVolatile(takes + READY) < Math.min(stretches, takenNow());
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
        return takenNow() > upToWatermark;
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
            zero(stretch);
            Memory.putLong(stretch + MISFITS, 0);
        }
        while (true) {
            long word = Memory.getLongVolatile(stretch);
            boolean opens = current && !ClaimWord.isRevoked(word);
            long next = opens ? Memory.getLong(stretch + BEGIN) : ClaimWord.CLOSED;
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
        Memory.putLong(takes + READY, 0);
        Memory.putLong(takes + SEVERAL, 0);
        // An addition that this overwrites has found the half closed.
        Memory.putLongVolatile(takes, Memory.getLongVolatile(takes) & -ONE_FILLING);
    }

    @Override
    public void close() {
        // First ends the filling, then the stretches: see the class's guarantees.
        taken = Math.min(stretches, (int) Memory.getAndAddLong(takes, ONE_FILLING + CLOSED));
        revoked = 0;
        for (int i = 0; i < taken; i++) close(stretch(i));
    }

    private void close(long stretch) {
        int ready = ReadyHeaders.count(stretch);
        long word = stretchSize;
        if (ready != 0) {
            // Full, so that what this overwrites are claims that fail. The steps for several such stretches overlap in
            // the processor, which those below, atomic ones, do not.
            Memory.putLongRelease(stretch, ClaimWord.CLOSED);
            ReadyHeaders.close(stretch);
        } else {
            word = Memory.getAndBitwiseOrLong(stretch, ClaimWord.CLOSED);
            if (ClaimWord.isOpen(word)) ready = ReadyHeaders.close(stretch);
            else revoked++;
        }
        boolean wasOpen = ClaimWord.isOpen(word);
        if (wasOpen) Memory.putLong(stretch + USED, ClaimWord.end(word, stretchSize));
        Memory.putLong(stretch + CLOSED_WORD, wasOpen ? word : 0);
        Memory.putLong(stretch + HEADERS, ready);
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
        if (revoked <= stretches / 2) return true;
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
            zero(stretch);
        }
    }

    /// Zeroes what was used.
    private static void zero(long stretch) {
        long begin = Memory.getLong(stretch + BEGIN);
        long end = Memory.getLong(stretch + USED);
        if (end > begin) Memory.zero(stretch + HEADER + begin, end - begin);
        Memory.putLong(stretch + USED, 0);
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
        int ready = (int) Memory.getLong(stretch + HEADERS);
        if (ready != 0) {
            into.addReady(ReadyHeaders.first(stretch, stretchSize), ready);
            return 0;
        }
        long word = Memory.getLong(stretch + CLOSED_WORD);
        int before = into.count();
        long records = stretch + HEADER;
        long begin = records + Memory.getLong(stretch + BEGIN);
        if (Records.collect(begin, records + ClaimWord.end(word, stretchSize), into, patienceNanos)) return 0;
        long claims = ClaimWord.claims(word) - Memory.getLongVolatile(stretch + MISFITS);
        return Math.max(1, claims - (into.count() - before));
    }

    long stretch(int i) {
        return block.address() + HEADER + i * stride;
    }
}
