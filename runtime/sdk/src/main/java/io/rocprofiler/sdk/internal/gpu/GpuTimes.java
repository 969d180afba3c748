package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The times of GPU work, in nanoseconds of the host's clock.
///
/// The runtime converts the GPU's clock to the system's. The remaining error of that conversion is corrected as in
/// AMD's library, so that no work begins before its submission or ends in the future.
///
/// Thread rule: the thread that holds the event.
final class GpuTimes {
    private GpuTimes() {}

    /// Reads the times of a dispatch into `event.startNanos`, which holds the time of its submission, and `endNanos`.
    ///
    /// @return false if the runtime has no times
    static boolean ofDispatch(Event event, GpuRuntime runtime, long agent, long signal) {
        long times = scratch(event);
        if (!runtime.dispatchTimes(agent, signal, times)) return false;
        if (event.stoodFor != 0)
            runtime.took(event.stoodFor, signal, Memory.getLong(times), Memory.getLong(times + Long.BYTES));
        return read(event, runtime, times);
    }

    /// Reads the times of an asynchronous copy, as [#ofDispatch] does for a dispatch.
    static boolean ofCopy(Event event, GpuRuntime runtime, long signal) {
        long times = scratch(event);
        return runtime.copyTimes(signal, times) && read(event, runtime, times);
    }

    /// Returns the address of two words: an event does not use the floating point registers of its frame.
    private static long scratch(Event event) {
        long times = event.frame + NativeFrame.XMM_REGS;
        Memory.putLong(times, 0);
        Memory.putLong(times + Long.BYTES, 0);
        return times;
    }

    private static boolean read(Event event, GpuRuntime runtime, long times) {
        long start = runtime.nanos(Memory.getLong(times));
        long end = runtime.nanos(Memory.getLong(times + Long.BYTES));
        if (start == 0 && end == 0) return false;
        repair(event, start, end, Clock.now());
        return true;
    }

    /// Orders the times, and moves them so that they do not end after now; not beginning before the submission
    /// takes precedence.
    static void repair(Event event, long start, long end, long now) {
        long submitted = event.startNanos;
        if (start > end) {
            long swapped = start;
            start = end;
            end = swapped;
        }
        if (end > now) {
            start -= end - now;
            end = now;
        }
        if (start < submitted) {
            end += submitted - start;
            start = submitted;
        }
        event.startNanos = start;
        event.endNanos = Math.max(end, start + 1);
    }
}
