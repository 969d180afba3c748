package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeKept;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.sdk.ChunkFile;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A buffer whose memory is kept: chunks from a source, in the layout of a trace segment, without delivery.
///
/// ```
/// chunk:   | stretch | stretch | ...                                            (64 KiB each)
/// stretch: | used | tid | submitted | dropped | started | seal | ... (64 bytes) | records ... |
/// ```
/// Submissions and drops count calls, marks, ranges and GPU work. Records that explain others (texts, code objects)
/// are not submitted, and are counted separately if dropped. The stretch of a thread that ended passes to the next
/// thread that gets its block; `tid` is the first thread. A thread owns its stretch, so it changes `used` and the
/// counters by plain stores; a record is published by the release store of its size. A reader of the memory, even
/// after the process was killed, finds every published record.
///
/// The C half shares the list of free stretches and takes its own (`native_kept_t`, `kept.c`). More memory
/// comes from the source while the engine is running; afterwards C allocates it, if the source's memory is that
/// of a file.
public final class ChunkBuffer extends RecordBuffer {
    /// The buffers by index, for the C half.
    private static final @Nullable ChunkBuffer[] BUFFERS = new @Nullable ChunkBuffer[NativeConstants.STRETCHES];

    private static final int CAPACITY = SegmentConstants.DEFAULT_STRETCH_SIZE - SegmentStretch.SIZEOF;

    private final int index;
    private final int slot;
    private final ChunkSource source;
    private final Sealer sealer;

    /// A `segment_totals_t`.
    private final long totals;

    /// The address of these counters' checksum, or 0.
    private final long endSeal;

    /// Keeps the memory mapped as long as the buffer lives.
    private final List<MemorySegment> chunks = new ArrayList<>();

    private final Object sealing = new Object();

    /// A `native_kept_t`.
    private final long kept =
            Arena.global().allocate(NativeKept.SIZEOF, NativeKept.SIZEOF).address();

    private final boolean isOfFile;
    private boolean asking;
    private boolean destroyed;

    public ChunkBuffer(long handle, int index, ChunkSource source, Sealer sealer) {
        super(handle);
        this.index = index;
        this.slot = NativeThread.STRETCH + Long.BYTES * index;
        this.source = source;
        this.sealer = sealer;
        MemorySegment counted = source.totals();
        // Lifetime: as long as threads write, that is, until the process exits.
        totals = counted != null
                ? counted.address()
                : Arena.global().allocate(SegmentTotals.SIZEOF, Long.BYTES).address();
        synchronized (BUFFERS) {
            BUFFERS[index] = this;
        }
        Memory.putLong(kept + NativeKept.TOTALS, totals);
        ChunkFile file = source.file();
        endSeal = file == null ? 0 : file.header().address() + SegmentHeader.END_SEAL;
        isOfFile = Native.keep(index, kept, file);
    }

    /// Returns the buffer with this index among the stretches of a thread block.
    public static ChunkBuffer at(int index) {
        synchronized (BUFFERS) {
            return Objects.requireNonNull(BUFFERS[index]);
        }
    }

    /// The index among the stretches of a thread block.
    public int index() {
        return index;
    }

    /// Whether recording continues after finalization of the engine.
    public boolean isOfFile() {
        return isOfFile;
    }

    @Override
    public void submitted(long thread) {
        long stretch = Memory.getLong(thread + slot);
        if (stretch == 0) stretch = take(thread);
        count(stretch, SegmentStretch.SUBMITTED, SegmentTotals.SUBMITTED, 1);
    }

    @Override
    public void refused(long thread) {
        long stretch = Memory.getLong(thread + slot);
        // In the stretch that has counted it, which may be full by now: a count below 0 is none.
        if (stretch == 0 || Memory.getLong(stretch + SegmentStretch.SUBMITTED) > 0)
            count(stretch, SegmentStretch.SUBMITTED, SegmentTotals.SUBMITTED, -1);
    }

    /// Counts in the thread's own stretch or, without one, in the buffer's totals.
    private void count(long stretch, int counter, int total, long more) {
        if (stretch == 0) countInAll(total, more);
        else Memory.putLong(stretch + counter, Memory.getLong(stretch + counter) + more);
    }

    /// Counts in the totals. As in C (`segment.c`), a count after the tool has sealed the counters breaks the seal.
    private void countInAll(int total, long more) {
        breakSeal();
        Memory.getAndAddLong(totals + total, more);
        breakSeal();
    }

    private void breakSeal() {
        if (endSeal != 0 && Memory.getLongAcquire(endSeal) != 0) Memory.putLongRelease(endSeal, 0);
    }

    @Override
    public long claim(long thread, int size) {
        long address = place(thread, ClaimWord.aligned(size));
        if (address != 0) return address;
        count(Memory.getLong(thread + slot), SegmentStretch.DROPPED, SegmentTotals.DROPPED, 1);
        return drop();
    }

    @Override
    public long claimNote(long thread, int size) {
        long address = place(thread, ClaimWord.aligned(size));
        if (address != 0) return address;
        countInAll(SegmentTotals.NOTES_DROPPED, 1);
        return drop();
    }

    /// Returns room for a record, or 0 if there is none.
    private long place(long thread, int bytes) {
        long stretch = Memory.getLong(thread + slot);
        long used = stretch == 0 ? CAPACITY : Memory.getLong(stretch);
        if (used + bytes > CAPACITY) {
            if (bytes > CAPACITY) return 0;
            stretch = takeFor(thread, bytes);
            if (stretch == 0) return 0;
            used = Memory.getLong(stretch);
        }
        Memory.putLong(stretch, used + bytes);
        return stretch + SegmentStretch.SIZEOF + used;
    }

    /// Returns a stretch with room for a record: the first one of a thread also has its name.
    private long takeFor(long thread, int bytes) {
        long stretch = take(thread);
        if (stretch == 0 || Memory.getLong(stretch) + bytes <= CAPACITY) return stretch;
        stretch = take(thread);
        return stretch == 0 || Memory.getLong(stretch) + bytes > CAPACITY ? 0 : stretch;
    }

    @Override
    public void commit(long address, int size) {
        Memory.putLongRelease(address, size);
    }

    @Override
    public void thread(DeliveryThread other) {}

    /// Seals the committed records: a chunk buffer has no delivery.
    @Override
    public boolean flush() {
        // Not the buffer's own lock: its holder may wait for the thread that flushes.
        synchronized (sealing) {
            sealer.seal(index);
        }
        return true;
    }

    @Override
    public void sealFull() {
        sealer.sealFull();
    }

    @Override
    public boolean noteNames(boolean mayWait) {
        while (!Native.noteNames(index)) if (!mayWait || !refill()) return false;
        return true;
    }

    /// Stops giving out stretches. Written records stay.
    @Override
    public synchronized boolean destroy() {
        destroyed = true;
        give(0, 0);
        return true;
    }

    /// Returns a fresh stretch for the thread, or 0 if there is no memory.
    private long take(long thread) {
        long stretch = next();
        while (stretch == 0) {
            if (!refill()) return 0;
            stretch = next();
        }
        Memory.putLong(
                stretch + SegmentStretch.STARTED_NS, System.nanoTime()); // CLOCK_MONOTONIC, as the header's anchor
        Memory.putLongRelease(stretch + SegmentStretch.TID, Memory.getLong(thread + NativeThread.TID));
        // Counted before the stretch holds records and after a reader can find it: the count tells a reader of a
        // missing stretch.
        countInAll(SegmentTotals.STRETCHES, 1);
        long full = Memory.getLong(thread + slot);
        Memory.putLongRelease(thread + slot, stretch);
        if (full != 0) sealer.full(full);
        if (Native.noteName(thread, index)) JavaNames.note(this, thread);
        return stretch;
    }

    /// Returns the next free stretch, or 0.
    private long next() {
        lock();
        long stretch = Memory.getLong(kept + NativeKept.NEXT);
        if (stretch == Memory.getLong(kept + NativeKept.END)) stretch = 0;
        else Memory.putLong(kept + NativeKept.NEXT, stretch + SegmentConstants.DEFAULT_STRETCH_SIZE);
        unlock();
        return stretch;
    }

    private void give(long next, long end) {
        lock();
        Memory.putLong(kept + NativeKept.NEXT, next);
        Memory.putLong(kept + NativeKept.END, end);
        unlock();
    }

    /// C takes this lock, too. Held for a few instructions.
    private void lock() {
        while (Memory.getAndBitwiseOrLong(kept + NativeKept.LOCK, 1) != 0) Thread.onSpinWait();
    }

    private void unlock() {
        Memory.putLongRelease(kept + NativeKept.LOCK, 0);
    }

    private boolean isAlone() {
        return Memory.getLongAcquire(kept + NativeKept.WITHOUT_JAVA) != 0;
    }

    /// Gets memory from the source or, after finalization, through C. Returns whether there is free memory.
    public boolean refill() {
        return isAlone() ? Native.refill(index) : refillFromSource();
    }

    private synchronized boolean refillFromSource() {
        if (destroyed || isAlone()) return false;
        if (Memory.getLong(kept + NativeKept.NEXT) != Memory.getLong(kept + NativeKept.END)) return true;
        MemorySegment chunk = ask();
        if (chunk == null || chunk.byteSize() < SegmentConstants.DEFAULT_STRETCH_SIZE) return false;
        chunks.add(chunk);
        if (isAlone()) return false; // C has allocated other memory by now
        long stretches = chunk.byteSize() / SegmentConstants.DEFAULT_STRETCH_SIZE;
        give(chunk.address(), chunk.address() + stretches * SegmentConstants.DEFAULT_STRETCH_SIZE);
        return true;
    }

    /// Asks the source for a chunk. If the source's own work is traced into this buffer, the inner record
    /// is dropped.
    private @Nullable MemorySegment ask() {
        if (asking) return null;
        asking = true;
        try {
            return source.next();
        } catch (Throwable thrown) {
            return null;
        } finally {
            asking = false;
        }
    }
}
