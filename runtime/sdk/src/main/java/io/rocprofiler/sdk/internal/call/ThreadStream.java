package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The HIP stream that a thread's call works on, as its thread block says it.
final class ThreadStream {
    private ThreadStream() {}

    /// The same for the record of a call: 0, too, where a call within it was left by an exception or `longjmp` and has
    /// taken with it what the thread works on (`records.c` is the same).
    static long bits(long thread, long frame, int shift) {
        boolean isLeft = Long.compareUnsigned(Memory.getLong(thread + NativeThread.STREAM_FRAME), frame) < 0;
        return isLeft ? 0 : bits(thread, shift);
    }

    /// The stream's number, as an external correlation id holds it from a bit on; 0 where it has no room there.
    ///
    /// @param shift the lowest bit; 0 if the id does not hold it
    static long bits(long thread, int shift) {
        long stream = Memory.getLong(thread + NativeThread.STREAM);
        return shift == 0 || stream >>> (Long.SIZE - 1 - shift) != 0 ? 0 : stream << shift;
    }
}
