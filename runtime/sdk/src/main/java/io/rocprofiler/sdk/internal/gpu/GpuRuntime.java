package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.HsaAmdExtApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import io.rocprofiler.abi.HsaSignalCondition;
import io.rocprofiler.abi.HsaSystemInfo;
import io.rocprofiler.abi.NativeGpu;
import io.rocprofiler.sdk.internal.hsa.HsaFunctions;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What the engine needs of an HSA runtime to follow work on its queues: signals and times.
///
/// Signals are made by the runtime and used again and again: one is 1 when it is taken, and 0 when its work
/// has completed.
///
/// Thread rule: any thread.
final class GpuRuntime {
    private static final int SUCCESS = 0;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// Numbers the dispatches.
    final AtomicLong dispatches = new AtomicLong();

    private final @Nullable GpuPoller poller;
    private final long create;
    private final long store;
    private final long load;
    private final long watch;
    private final long dispatchTime;
    private final long copyTime;
    private final long systemInfo;
    private volatile long frequencyHertz;

    /// Guarded by this object.
    private long[] free = new long[64];

    private int count;

    /// @param functions addresses: signal_create, signal_store, signal_load, signal_async_handler, get_dispatch_time,
    /// get_async_copy_time, system_get_info
    private GpuRuntime(@Nullable GpuPoller poller, long... functions) {
        this.poller = poller;
        create = functions[0];
        store = functions[1];
        load = functions[2];
        watch = functions[3];
        dispatchTime = functions[4];
        copyTime = functions[5];
        systemInfo = functions[6];
    }

    /// The first runtime that has registered.
    ///
    /// @param poller finds what has completed
    static GpuRuntime ofProcess(HsaFunctions functions, GpuPoller poller) {
        // A store that wakes nobody is enough, where there is one.
        long silent = functions.core(HsaCoreApiId.hsa_signal_silent_store_relaxed);
        return new GpuRuntime(
                poller,
                functions.core(HsaCoreApiId.hsa_signal_create),
                silent != 0 ? silent : functions.core(HsaCoreApiId.hsa_signal_store_relaxed),
                functions.core(HsaCoreApiId.hsa_signal_load_scacquire),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_signal_async_handler),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_dispatch_time),
                functions.amdExt(HsaAmdExtApiId.hsa_amd_profiling_get_async_copy_time),
                functions.core(HsaCoreApiId.hsa_system_get_info));
    }

    /// Whether it has all functions that are called here: a slot of its tables may be null.
    boolean isWhole() {
        return create != 0 && store != 0 && load != 0 && watch != 0 && dispatchTime != 0 && copyTime != 0;
    }

    /// What stands for a runtime where the engine warms up: its work is done at once.
    static GpuRuntime ofWarmUp() {
        long nothing = GpuLink.get(NativeGpu.WARM_UP_NOTHING);
        long times = GpuLink.get(NativeGpu.WARM_UP_TIMES);
        return new GpuRuntime(null, GpuLink.get(NativeGpu.WARM_UP_CREATE), nothing, nothing, nothing, times, times, 0);
    }

    /// Whether its work has ids of the process: those of the warm-up are the same numbers, and nobody's.
    boolean isOfProcess() {
        return poller != null;
    }

    /// Completed work is to be found by [GpuPoller].
    void pollSoon() {
        if (poller != null) poller.awake();
    }

    // --- signals --------------------------------------------------------------------------------------------------

    /// A signal with value 1, or 0 if the runtime has none left.
    long takeSignal() {
        long signal = 0;
        synchronized (this) {
            if (count > 0) signal = free[--count];
        }
        if (signal == 0) return create();
        resetSignal(signal);
        return signal;
    }

    /// Makes a signal of work that is over 1 again.
    void resetSignal(long signal) {
        Native.invoke(store, signal, 1, 0, 0, 0, 0);
    }

    /// Gives back a signal that nothing in the runtime refers to any more.
    synchronized void giveSignal(long signal) {
        if (count == free.length) free = Arrays.copyOf(free, 2 * count);
        free[count++] = signal;
    }

    /// The runtime was shut down and has come up again: signals of its first life are no signals any more.
    synchronized void forgetSignals() {
        count = 0;
    }

    /// Whether the work that the signal belongs to has completed.
    boolean isDone(long signal) {
        return Native.invoke(load, signal, 0, 0, 0, 0, 0) < 1;
    }

    /// Asks the runtime to call a function, once, when the signal falls below 1; at once if it has.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    boolean whenDone(long signal, long handler, long argument) {
        int below = HsaSignalCondition.LT.value();
        return (int) Native.invoke(watch, signal, below, 1, handler, argument, 0) == SUCCESS;
    }

    private long create() {
        try (Arena arena = Arena.ofConfined()) {
            long made = arena.allocate(Long.BYTES, Long.BYTES).address();
            return (int) Native.invoke(create, 1, 0, 0, made, 0, 0) == SUCCESS ? Memory.getLong(made) : 0;
        }
    }

    // --- times ----------------------------------------------------------------------------------------------------

    /// Writes begin and end of a dispatch, two words in ticks of the system's clock, to `times`.
    ///
    /// @return false if there are none
    boolean dispatchTimes(long agent, long signal, long times) {
        return (int) Native.invoke(dispatchTime, agent, signal, times, 0, 0, 0) == SUCCESS;
    }

    /// The same for an asynchronous copy.
    boolean copyTimes(long signal, long times) {
        return (int) Native.invoke(copyTime, signal, times, 0, 0, 0, 0) == SUCCESS;
    }

    /// Ticks of the system's clock, which ROCm's are nanoseconds of.
    long nanos(long ticks) {
        long frequency = frequencyHertz;
        if (frequency == 0) {
            frequency = frequency();
            frequencyHertz = frequency;
        }
        return frequency == NANOS_PER_SECOND ? ticks : Math.round((double) ticks / frequency * NANOS_PER_SECOND);
    }

    private long frequency() {
        try (Arena arena = Arena.ofConfined()) {
            long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            int attribute = HsaSystemInfo.SYSTEM_INFO_TIMESTAMP_FREQUENCY.value();
            if (systemInfo == 0) return NANOS_PER_SECOND;
            if ((int) Native.invoke(systemInfo, attribute, value, 0, 0, 0, 0) != SUCCESS) return NANOS_PER_SECOND;
            long hertz = Memory.getLong(value);
            return hertz <= 0 ? NANOS_PER_SECOND : hertz;
        }
    }
}
