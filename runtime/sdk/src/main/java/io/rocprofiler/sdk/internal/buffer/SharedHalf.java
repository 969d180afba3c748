package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.atomic.AtomicLong;

/// A half that all writers claim from directly.
final class SharedHalf implements BufferHalf {
    /// The claim word. On the heap: in the interpreter that is several times cheaper than native memory.
    final AtomicLong claimed = new AtomicLong(ClaimWord.CLOSED);

    final long base;
    final long capacity;

    /// A record that ends at or behind this address and before [#end] requests a delivery.
    final long watermarkAt;

    final long end;

    private final AtomicLong misfits = new AtomicLong();
    private final Block block;
    private long closedWord;

    SharedHalf(BufferSettings settings) {
        long watermark = settings.watermark();
        this.capacity = settings.capacity();
        this.block = Block.allocate(capacity);
        this.base = block.address();
        this.end = base + capacity;
        this.watermarkAt = watermark > capacity ? Long.MAX_VALUE : base + watermark;
    }

    /// Counts a claim that did not fit. Call for every such claim, with the word that it returned.
    void misfit(long word) {
        if (!ClaimWord.isOpen(word)) return;
        long offset = word & ClaimWord.OFFSET;
        misfits.getAndIncrement();
        if (offset < capacity) Records.pad(base + offset);
    }

    boolean takes(int size) {
        return (claimed.get() & ClaimWord.OFFSET) + size <= capacity;
    }

    @Override
    public void open() {
        misfits.set(0);
        claimed.set(0);
    }

    @Override
    public void close() {
        closedWord = claimed.getAndAdd(ClaimWord.CLOSED);
    }

    @Override
    public boolean isSettling() {
        return false;
    }

    @Override
    public boolean used() {
        return (claimed.get() & ClaimWord.OFFSET) != 0;
    }

    @Override
    public long collect(RecordHeaders into, long patienceNanos) {
        int before = into.count();
        if (Records.collect(base, base + ClaimWord.end(closedWord, capacity), into, patienceNanos)) return 0;
        return Math.max(1, ClaimWord.claims(closedWord) - misfits.get() - (into.count() - before));
    }

    @Override
    public boolean clear(boolean hasTime, long patienceNanos) {
        Memory.zero(base, ClaimWord.end(closedWord, capacity));
        return true;
    }

    @Override
    public void free() {
        block.free();
    }
}
