package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.NativeSlot;
import io.rocprofiler.abi.NativeStream;
import io.rocprofiler.abi.NativeThread;
import java.lang.foreign.Arena;

/// What the C half shares with the engine, laid out in the test's own memory. Nothing of C runs: no function can be
/// invoked here.
public final class SharedMemory implements AutoCloseable {
    /// Where the thunk of the first slot would be; nothing jumps there.
    public static final long THUNKS = 0x10_0000;

    private final Arena arena = Arena.ofConfined();
    private final long slots = allocate((long) NativeConstants.SLOT_COUNT * NativeSlot.SIZEOF);
    private final long streams = allocate((long) NativeConstants.STREAM_ENTRIES * NativeStream.SIZEOF);
    private final long correlation = allocate(Long.BYTES);
    private long threads;

    public SharedMemory() {
        long link = allocate(NativeLink.SIZEOF);
        Native.link(link);
        Native.linked(NativeLink.SLOTS, slots);
        Native.linked(NativeLink.THUNKS, THUNKS);
        Native.linked(NativeLink.STREAMS, streams);
        Native.linked(NativeLink.CORRELATION, correlation);
        Native.linked(NativeLink.THREADS, allocate(Long.BYTES));
    }

    /// Room that is all zeros and lasts as long as the test.
    public long allocate(long bytes) {
        return arena.allocate(bytes, 64).address();
    }

    /// The block of a thread whose stack has room for [frames][#frames(int)] at these addresses only.
    public long thread(long threadId, long stackLow, long stackHigh) {
        long thread = allocate(NativeThread.SIZEOF);
        Memory.putLong(thread + NativeThread.TID, threadId);
        Memory.putLong(thread + NativeThread.STACK_LOW, stackLow);
        Memory.putLong(thread + NativeThread.STACK_HIGH, stackHigh);
        Memory.putLong(thread + NativeThread.NEXT, threads);
        threads = thread;
        Memory.putLong(Native.linked(NativeLink.THREADS), thread);
        return thread;
    }

    /// Frames of calls that enclose each other, the outermost first: each lies below the one before it.
    public long[] frames(int count) {
        long lowest = allocate((long) count * NativeFrame.SIZEOF);
        long[] frames = new long[count];
        for (int i = 0; i < count; i++) frames[i] = lowest + (long) (count - 1 - i) * NativeFrame.SIZEOF;
        return frames;
    }

    public long slot(int index) {
        return slots + (long) index * NativeSlot.SIZEOF;
    }

    /// Address of the counter of correlation ids.
    public long correlation() {
        return correlation;
    }

    @Override
    public void close() {
        Native.link(0);
        arena.close();
    }
}
