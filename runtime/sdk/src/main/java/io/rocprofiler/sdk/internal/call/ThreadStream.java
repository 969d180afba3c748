package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The HIP stream that a thread's call works on, as C stores it in the thread block (`hip_streams.h`).
final class ThreadStream {
    private ThreadStream() {}

    /// Returns the stream's number, shifted to its bits of an external correlation id; 0 if it does not fit.
    ///
    /// @param shift the lowest bit; 0 if the id does not include the stream
    static long bits(long thread, int shift) {
        long stream = Memory.getLong(thread + NativeThread.STREAM);
        return shift == 0 || stream >>> (Long.SIZE - 1 - shift) != 0 ? 0 : stream << shift;
    }
}
