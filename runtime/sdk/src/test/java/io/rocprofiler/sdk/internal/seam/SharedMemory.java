package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeIdSource;
import io.rocprofiler.abi.internal.NativeKernelIds;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.abi.internal.NativeStream;
import io.rocprofiler.abi.internal.NativeThread;
import java.lang.foreign.Arena;

/// The memory that the C half shares with the engine, laid out by the test. No C code runs: functions cannot be
/// invoked here.
public final class SharedMemory implements AutoCloseable {
    /// The address of the first slot's thunk; never executed.
    public static final long THUNKS = 0x10_0000;

    private final Arena arena = Arena.ofConfined();
    private final long slots = allocate((long) NativeConstants.SLOT_COUNT * NativeSlot.SIZEOF);
    private final long streams = allocate((1L + NativeConstants.STREAM_ENTRIES) * NativeStream.SIZEOF);
    private final long correlation = allocate(NativeIdSource.SIZEOF);
    private long threads;

    public SharedMemory() {
        long link = allocate(NativeLink.SIZEOF);
        Native.link(link);
        Native.linked(NativeLink.SLOTS, slots);
        Native.linked(NativeLink.THUNKS, THUNKS);
        Memory.putLong(streams + NativeStream.ID, NativeConstants.STREAM_ENTRIES);
        Native.linked(NativeLink.STREAMS, streams);
        Native.linked(NativeLink.CORRELATION, correlation);
        Native.linked(NativeLink.THREADS, allocate(Long.BYTES));
        Native.linked(NativeLink.KERNEL_IDS, allocate(NativeKernelIds.SIZEOF));
    }

    /// Allocates zeroed memory that lives as long as the test.
    public long allocate(long bytes) {
        return arena.allocate(bytes, 64).address();
    }

    /// Allocates the block of a thread whose stack holds only the [#frames] between these addresses.
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

    /// Allocates frames of nested calls, the outermost first, at descending addresses.
    public long[] frames(int count) {
        long lowest = allocate((long) count * NativeFrame.SIZEOF);
        long[] frames = new long[count];
        for (int i = 0; i < count; i++) frames[i] = lowest + (long) (count - 1 - i) * NativeFrame.SIZEOF;
        return frames;
    }

    public long slot(int index) {
        return slots + (long) index * NativeSlot.SIZEOF;
    }

    @Override
    public void close() {
        Native.link(0);
        arena.close();
    }
}
