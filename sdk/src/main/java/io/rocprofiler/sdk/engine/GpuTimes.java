package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.HsaAmdExtApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import io.rocprofiler.abi.HsaSystemInfo;
import io.rocprofiler.abi.NativeFrame;
import java.lang.foreign.Arena;

/// When GPU work ran, in nanoseconds of the host's clock.
///
/// The runtime converts the GPU's clock to the system's; what is left of the error of that conversion is repaired as
/// AMD's library does, so that no work begins before it was submitted or ends in the future.
///
/// Thread rule: the thread that holds the event.
final class GpuTimes {
    private static final int SUCCESS = 0;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static volatile long frequencyHertz;

    private GpuTimes() {}

    /// Reads the times of a dispatch into `event.startNanos`, which holds the time of its submission, and `endNanos`.
    ///
    /// @return false if the runtime has none
    static boolean ofDispatch(Event event, long agent, long signal) {
        long times = scratch(event);
        long function = HsaFunctions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time);
        return read(event, times, (int) Native.invoke(function, agent, signal, times, 0, 0, 0));
    }

    /// The same for an asynchronous copy.
    static boolean ofCopy(Event event, long signal) {
        long times = scratch(event);
        long function = HsaFunctions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time);
        return read(event, times, (int) Native.invoke(function, signal, times, 0, 0, 0, 0));
    }

    /// Two words: an event has no use for the floating point registers of its frame.
    private static long scratch(Event event) {
        long times = event.frame + NativeFrame.XMM_REGS;
        Memory.putLong(times, 0);
        Memory.putLong(times + Long.BYTES, 0);
        return times;
    }

    private static boolean read(Event event, long times, int status) {
        long start = nanos(Memory.getLong(times));
        long end = nanos(Memory.getLong(times + Long.BYTES));
        if (status != SUCCESS || (start == 0 && end == 0)) return false;
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

    private static long nanos(long ticks) {
        long frequency = frequencyHertz;
        if (frequency == 0) {
            frequency = frequency();
            frequencyHertz = frequency;
        }
        return frequency == NANOS_PER_SECOND ? ticks : Math.round((double) ticks / frequency * NANOS_PER_SECOND);
    }

    /// Of the system's clock, ROCm's is in nanoseconds.
    private static long frequency() {
        try (Arena arena = Arena.ofConfined()) {
            long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            long function = HsaFunctions.core(HsaCoreApiId.hsa_system_get_info);
            int attribute = HsaSystemInfo.SYSTEM_INFO_TIMESTAMP_FREQUENCY.value();
            if (function == 0 || (int) Native.invoke(function, attribute, value, 0, 0, 0, 0) != SUCCESS)
                return NANOS_PER_SECOND;
            long hertz = Memory.getLong(value);
            return hertz <= 0 ? NANOS_PER_SECOND : hertz;
        }
    }
}
