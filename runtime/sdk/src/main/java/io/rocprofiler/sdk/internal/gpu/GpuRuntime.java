package io.rocprofiler.sdk.internal.gpu;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The parts of an HSA runtime with which the engine follows work on its queues: signals and times.
///
/// The runtime creates the signals, which are reused: a signal is 1 when it is taken, and 0 when its work
/// has completed.
///
/// Thread rule: any thread.
final class GpuRuntime {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// The number of dispatches so far.
    final AtomicLong dispatches = new AtomicLong();

    private final GpuFunctions functions;
    private final @Nullable GpuPoller poller;
    private volatile long frequencyHertz;

    /// Guarded by this object.
    private long[] free = new long[64];

    private int count;

    /// Wraps a runtime's functions.
    ///
    /// @param poller looks for completed work; null in the warm-up
    GpuRuntime(GpuFunctions functions, @Nullable GpuPoller poller) {
        this.functions = functions;
        this.poller = poller;
    }

    /// Whether the runtime has all functions that are called here.
    boolean isWhole() {
        return functions.areComplete();
    }

    /// Whether its work has the process's correlation ids: the ids of the warm-up are separate, with the
    /// same numbers.
    boolean isOfProcess() {
        return poller != null;
    }

    /// Makes [GpuPoller] look for completed work.
    void pollSoon() {
        if (poller != null) poller.awake();
    }

    // --- signals --------------------------------------------------------------------------------------------------

    /// Returns a signal with value 1, or 0 if the runtime has none left.
    long takeSignal() {
        long signal = 0;
        synchronized (this) {
            if (count > 0) signal = free[--count];
        }
        if (signal == 0) return functions.createSignal();
        resetSignal(signal);
        return signal;
    }

    /// Resets a signal of completed work to 1.
    void resetSignal(long signal) {
        functions.store(signal, 1);
    }

    /// Returns a signal that the runtime no longer refers to.
    synchronized void giveSignal(long signal) {
        if (count == free.length) free = Arrays.copyOf(free, 2 * count);
        free[count++] = signal;
    }

    /// Destroys the signals that were given back.
    synchronized void destroySignals() {
        while (count > 0) functions.destroySignal(free[--count]);
    }

    /// Destroys a signal that the runtime no longer refers to.
    void destroySignal(long signal) {
        functions.destroySignal(signal);
    }

    /// Drops all signals: they are invalid after the runtime was shut down and initialised again.
    synchronized void forgetSignals() {
        count = 0;
    }

    /// Whether the work that the signal belongs to has completed.
    boolean isDone(long signal) {
        return functions.load(signal) < 1;
    }

    /// Makes the runtime call a function once, when the signal falls below 1; at once if it already has.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    boolean whenDone(long signal, long handler, long argument) {
        return functions.watch(signal, handler, argument);
    }

    // --- times ----------------------------------------------------------------------------------------------------

    /// Writes begin and end of a dispatch, two words in ticks of the system's clock, to `times`.
    ///
    /// @return false if there are no times
    boolean dispatchTimes(long agent, long signal, long times) {
        return functions.dispatchTimes(agent, signal, times);
    }

    /// The program's signal stands for a kernel that completes `replacement`.
    void expects(long signal, long replacement) {
        functions.expects(signal, replacement);
    }

    /// Hands over the times of that kernel, as [#dispatchTimes] has written them.
    void took(long signal, long replacement, long start, long end) {
        functions.took(signal, replacement, start, end);
    }

    /// Writes begin and end of an asynchronous copy, as [#dispatchTimes] does for a dispatch.
    boolean copyTimes(long signal, long times) {
        return functions.copyTimes(signal, times);
    }

    /// The ticks of the system's clock in a second.
    long clockHertz() {
        long frequency = frequencyHertz;
        if (frequency == 0) {
            frequency = functions.clockHertz();
            if (frequency <= 0) frequency = NANOS_PER_SECOND;
            frequencyHertz = frequency;
        }
        return frequency;
    }

    /// Converts ticks of the system's clock to nanoseconds; ROCm's ticks are nanoseconds.
    long nanos(long ticks) {
        long frequency = clockHertz();
        if (frequency == NANOS_PER_SECOND) return ticks;
        long part = ticks % frequency * NANOS_PER_SECOND + frequency / 2;
        return ticks / frequency * NANOS_PER_SECOND + part / frequency;
    }
}
