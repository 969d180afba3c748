package io.rocprofiler.sdk.internal.gpu;

import java.util.Arrays;

/// The parts of an HSA runtime with which the engine follows copies: signals and times.
///
/// The runtime creates the signals, which are reused: a signal is 1 when it is taken, and 0 when its work
/// has completed.
///
/// Thread rule: any thread.
final class GpuRuntime {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final GpuFunctions functions;
    private volatile long frequencyHertz;

    /// Guarded by this object.
    private long[] free = new long[64];

    private int count;

    GpuRuntime(GpuFunctions functions) {
        this.functions = functions;
    }

    /// Whether the runtime has all functions that are called here.
    boolean isWhole() {
        return functions.areComplete();
    }

    // --- signals --------------------------------------------------------------------------------------------------

    /// Returns a signal with value 1, or 0 if the runtime has none left.
    long takeSignal() {
        long signal = 0;
        synchronized (this) {
            if (count > 0) signal = free[--count];
        }
        if (signal == 0) return functions.createSignal();
        functions.store(signal, 1);
        return signal;
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

    /// Drops all signals: they are invalid after the runtime was shut down and initialised again.
    synchronized void forgetSignals() {
        count = 0;
    }

    /// Makes the runtime call a function once, when the signal falls below 1; at once if it already has.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    boolean whenDone(long signal, long handler, long argument) {
        return functions.watch(signal, handler, argument);
    }

    // --- times ----------------------------------------------------------------------------------------------------

    /// Writes begin and end of an asynchronous copy, two words in ticks of the system's clock, to `times`.
    ///
    /// @return false if there are no times
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
