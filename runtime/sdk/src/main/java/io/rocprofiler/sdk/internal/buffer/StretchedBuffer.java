package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// A buffer, not too small, in which each thread claims from its own stretch, so that writers do not contend.
///
/// The address of a thread's stretch is in its thread block, at this buffer's index.
public final class StretchedBuffer extends DeliveredBuffer {
    static final long MIN_CAPACITY = 1 << 20;
    static final long MIN_LOSSLESS_CAPACITY = 1 << 14;

    /// With records of any size, which have to fit into a stretch.
    static final long MIN_APPENDED_CAPACITY = 1 << 16;

    private final int stretchSize;
    private final int slot;
    private volatile StretchedHalf current;

    public StretchedBuffer(BufferSettings settings, int index) {
        this(settings, index, newHalf(settings));
    }

    private StretchedBuffer(BufferSettings settings, int index, StretchedHalf first) {
        super(settings, first, newHalf(settings));
        this.stretchSize = stretchSize(settings.capacity());
        this.slot = NativeThread.STRETCH + Long.BYTES * index;
        this.current = first;
    }

    /// Whether a buffer is large enough, and its watermark coarse enough, to be divided into stretches.
    static boolean suits(int index, BufferSettings settings) {
        // The unused end of a thread's stretch is lost to other threads: too large a part of a small buffer that
        // drops when full.
        long lossless = settings.listener().appends() ? MIN_APPENDED_CAPACITY : MIN_LOSSLESS_CAPACITY;
        long smallest = settings.lossless() ? lossless : MIN_CAPACITY;
        if (index >= NativeConstants.STRETCHES || settings.capacity() < smallest) return false;
        return settings.watermark() >= settings.capacity() / 4;
    }

    public int index() {
        return (slot - NativeThread.STRETCH) / Long.BYTES;
    }

    /// The capacity of a stretch in bytes.
    public int stretchSize() {
        return stretchSize;
    }

    private static StretchedHalf newHalf(BufferSettings settings) {
        return new StretchedHalf(settings.capacity(), settings.watermark(), stretchSize(settings.capacity()));
    }

    private static int stretchSize(long capacity) {
        if (capacity >= 4 * MIN_CAPACITY) return 1 << 16;
        return capacity >= MIN_APPENDED_CAPACITY ? 1 << 14 : 1 << 13;
    }

    @Override
    public long claim(long thread, int size) {
        int bytes = ClaimWord.aligned(size);
        long stretch = Memory.getLong(thread + slot);
        if (stretch == 0) return claimElsewhere(thread, bytes);
        long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + bytes);
        long offset = word & ClaimWord.OFFSET;
        if (offset + bytes <= stretchSize) return stretch + StretchedHalf.HEADER + offset;
        StretchedHalf.misfit(stretch, stretchSize, word);
        if (ClaimWord.isOpen(word)) current.makeHeaders(stretch, thread);
        return claimElsewhere(thread, bytes);
    }

    @Override
    public void catchUp(long thread) {
        if (!current.contains(Memory.getLong(thread + slot))) Memory.putLong(thread + slot, 0);
    }

    @Override
    public void commit(long address, int size) {
        Memory.putLongRelease(address, size);
    }

    private long claimElsewhere(long thread, int bytes) {
        if (bytes > stretchSize) return drop();
        while (true) {
            long stretch = take(thread);
            if (stretch != 0) {
                // Open when taken, but another thread may still know it from an earlier filling, or it may have
                // been closed since.
                long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + bytes);
                long offset = word & ClaimWord.OFFSET;
                if (offset + bytes <= stretchSize) return stretch + StretchedHalf.HEADER + offset;
                StretchedHalf.misfit(stretch, stretchSize, word);
            } else if (!makeRoom(thread, bytes)) {
                return drop();
            }
        }
    }

    private long take(long thread) {
        StretchedHalf half = current; // all of its stretches are taken if it was exchanged since
        long stretch = half.take();
        // What does not fit once must not be claimed again: the claim word counts it.
        Memory.putLong(thread + slot, stretch);
        if (stretch == 0) return 0;
        half.takenBy(thread);
        if (half.atWatermark()) requestDelivery(half);
        return stretch;
    }

    @Override
    boolean takes(int bytes) {
        return current.anyLeft();
    }

    @Override
    boolean isFillingFast() {
        return current.isHalfTaken();
    }

    @Override
    BufferHalf newHalf() {
        return newHalf(settings());
    }

    @Override
    void install(BufferHalf half) {
        current = (StretchedHalf) half;
    }
}
