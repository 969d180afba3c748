package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The times of copies, in nanoseconds of the host's clock.
///
/// The runtime converts the GPU's clock to the system's. The remaining error of that conversion is corrected as in
/// AMD's library, so that no work begins before its submission or ends in the future. Times that are further off are
/// not the work's: it then has none.
///
/// Thread rule: the thread that holds the event.
final class GpuTimes {
    private static final long ERROR_NANOS = NativeConstants.CLOCK_ERROR_NANOS;

    private GpuTimes() {}

    /// Reads the times of a copy into `event.startNanos`, which holds the time of its submission, and `endNanos`.
    ///
    /// @return false if the runtime has no times
    static boolean ofCopy(Event event, GpuRuntime runtime, long signal) {
        long times = scratch(event);
        return runtime.copyTimes(signal, times) ? read(event, runtime, times) : none(event);
    }

    /// Returns the address of two words: an event does not use the floating point registers of its frame.
    private static long scratch(Event event) {
        long times = event.frame + NativeFrame.XMM_REGS;
        Memory.putLong(times, 0);
        Memory.putLong(times + Long.BYTES, 0);
        return times;
    }

    /// Without times, or with times that cannot be the work's, both are 0.
    private static boolean read(Event event, GpuRuntime runtime, long times) {
        long start = runtime.nanos(Memory.getLong(times));
        long end = runtime.nanos(Memory.getLong(times + Long.BYTES));
        if (settle(event, start, end, Clock.now())) return true;
        return none(event);
    }

    private static boolean none(Event event) {
        event.startNanos = 0;
        event.endNanos = 0;
        return false;
    }

    /// Whether work that was submitted at `event.startNanos`, and found to be over now, may have had these times,
    /// within the error of the conversion. Moves them by that error: not beginning before the submission takes
    /// precedence over not ending after now. `dispatch_records.c` does the same for kernels.
    static boolean settle(Event event, long start, long end, long now) {
        long submitted = event.startNanos;
        if (start > end || start + ERROR_NANOS < submitted || end > now + ERROR_NANOS) return false;
        long late = Math.max(end - now, 0);
        long early = Math.max(submitted - (start - late), 0);
        event.startNanos = start - late + early;
        event.endNanos = Math.max(end - late + early, event.startNanos + 1);
        return true;
    }
}
