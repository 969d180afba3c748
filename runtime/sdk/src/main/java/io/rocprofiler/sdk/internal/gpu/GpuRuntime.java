package io.rocprofiler.sdk.internal.gpu;

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
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// Numbers the dispatches.
    final AtomicLong dispatches = new AtomicLong();

    private final GpuFunctions functions;
    private final @Nullable GpuPoller poller;
    private volatile long frequencyHertz;

    /// Guarded by this object.
    private long[] free = new long[64];

    private int count;

    /// A runtime.
    ///
    /// @param poller finds what has completed; null where the engine warms up
    GpuRuntime(GpuFunctions functions, @Nullable GpuPoller poller) {
        this.functions = functions;
        this.poller = poller;
    }

    /// Whether the runtime has all functions that are called here.
    boolean isWhole() {
        return functions.areComplete();
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
        if (signal == 0) return functions.createSignal();
        resetSignal(signal);
        return signal;
    }

    /// Makes a signal of work that is over 1 again.
    void resetSignal(long signal) {
        functions.store(signal, 1);
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
        return functions.load(signal) < 1;
    }

    /// Asks the runtime to call a function, once, when the signal falls below 1; at once if it has.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    boolean whenDone(long signal, long handler, long argument) {
        return functions.watch(signal, handler, argument);
    }

    // --- times ----------------------------------------------------------------------------------------------------

    /// Writes begin and end of a dispatch, two words in ticks of the system's clock, to `times`.
    ///
    /// @return false if there are none
    boolean dispatchTimes(long agent, long signal, long times) {
        return functions.dispatchTimes(agent, signal, times);
    }

    /// The same for an asynchronous copy.
    boolean copyTimes(long signal, long times) {
        return functions.copyTimes(signal, times);
    }

    /// Nanoseconds of ticks of the system's clock; ROCm's ticks are nanoseconds.
    long nanos(long ticks) {
        long frequency = frequencyHertz;
        if (frequency == 0) {
            frequency = functions.clockHertz();
            if (frequency <= 0) frequency = NANOS_PER_SECOND;
            frequencyHertz = frequency;
        }
        return frequency == NANOS_PER_SECOND ? ticks : Math.round((double) ticks / frequency * NANOS_PER_SECOND);
    }
}
