package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The HIP stream that a thread's call works on, as stored in its thread block.
final class ThreadStream {
    private ThreadStream() {}

    /// Returns the same for the record of a call. The result is also 0 if a call within it was left by an exception
    /// or `longjmp`, which cleared the thread's stream (the same as in `records.c`).
    static long bits(long thread, long frame, int shift) {
        boolean isLeft = Long.compareUnsigned(Memory.getLong(thread + NativeThread.STREAM_FRAME), frame) < 0;
        return isLeft ? 0 : bits(thread, shift);
    }

    /// Returns the stream's number, shifted to its bits of an external correlation id; 0 if it does not fit.
    ///
    /// @param shift the lowest bit; 0 if the id does not include the stream
    static long bits(long thread, int shift) {
        long stream = Memory.getLong(thread + NativeThread.STREAM);
        return shift == 0 || stream >>> (Long.SIZE - 1 - shift) != 0 ? 0 : stream << shift;
    }
}
