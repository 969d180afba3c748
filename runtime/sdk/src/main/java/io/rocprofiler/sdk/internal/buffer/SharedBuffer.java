package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;

/// A buffer whose writers all claim from one word: exact in its capacity, good up to some million records a second.
public final class SharedBuffer extends DeliveredBuffer {
    private volatile SharedHalf current;

    public SharedBuffer(BufferSettings settings) {
        this(settings, new SharedHalf(settings));
    }

    private SharedBuffer(BufferSettings settings, SharedHalf first) {
        super(settings, first, new SharedHalf(settings));
        this.current = first;
    }

    @Override
    public long claim(long thread, int size) {
        int bytes = ClaimWord.aligned(size);
        SharedHalf half = current;
        long word = half.claimed.getAndAdd(ClaimWord.ONE_CLAIM + bytes);
        long offset = word & ClaimWord.OFFSET;
        if (offset + bytes <= half.capacity) return half.base + offset;
        return claimElsewhere(thread, half, word, bytes);
    }

    @Override
    public void commit(long address, int size) {
        Memory.putLongRelease(address, size);
        SharedHalf half = current;
        if (address + size >= half.watermarkAt && address < half.end) requestDelivery(half);
    }

    private long claimElsewhere(long thread, SharedHalf full, long fullWord, int bytes) {
        SharedHalf half = full;
        long word = fullWord;
        while (true) {
            half.misfit(word);
            if (bytes > half.capacity || !makeRoom(thread, bytes)) return drop();
            half = current;
            word = half.claimed.getAndAdd(ClaimWord.ONE_CLAIM + bytes);
            long offset = word & ClaimWord.OFFSET;
            if (offset + bytes <= half.capacity) return half.base + offset;
        }
    }

    @Override
    boolean takes(int bytes) {
        return current.takes(bytes);
    }

    @Override
    boolean isFillingFast() {
        return true; // its halves are zeroed in any case
    }

    @Override
    BufferHalf newHalf() {
        return new SharedHalf(settings());
    }

    @Override
    void install(BufferHalf half) {
        current = (SharedHalf) half;
    }
}
