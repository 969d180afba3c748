package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;

/// When GPU work ran, in nanoseconds of the host's clock.
///
/// The runtime converts the GPU's clock to the system's; what is left of the error of that conversion is repaired as
/// AMD's library does, so that no work begins before it was submitted or ends in the future.
///
/// Thread rule: the thread that holds the event.
final class GpuTimes {
    private GpuTimes() {}

    /// Reads the times of a dispatch into `event.startNanos`, which holds the time of its submission, and `endNanos`.
    ///
    /// @return false if the runtime has none
    static boolean ofDispatch(Event event, GpuRuntime runtime, long agent, long signal) {
        long times = scratch(event);
        return runtime.dispatchTimes(agent, signal, times) && read(event, runtime, times);
    }

    /// The same for an asynchronous copy.
    static boolean ofCopy(Event event, GpuRuntime runtime, long signal) {
        long times = scratch(event);
        return runtime.copyTimes(signal, times) && read(event, runtime, times);
    }

    /// Two words: an event has no use for the floating point registers of its frame.
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

    /// Puts the times in order, and between the submission and now.
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
