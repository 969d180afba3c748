package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An HSA runtime's signals and times, under the control of a test.
final class FakeGpu implements GpuFunctions {
    private record Times(long start, long end) {}

    private final Map<Long, Long> signals = new HashMap<>();
    private final Map<Long, Times> times = new HashMap<>();
    final List<Long> watched = new ArrayList<>();
    /// The program's signals: what each stands for, then its times.
    final Map<Long, List<Long>> stoodFor = new HashMap<>();

    int mostSignals = Integer.MAX_VALUE;

    /// Completes the work with this signal.
    void complete(long signal, long start, long end) {
        times.put(signal, new Times(start, end));
        signals.put(signal, 0L);
    }

    int signalsMade() {
        return signals.size();
    }

    @Override
    public boolean areComplete() {
        return true;
    }

    @Override
    public long createSignal() {
        if (signals.size() == mostSignals) return 0;
        long signal = 100L + signals.size();
        signals.put(signal, 1L);
        return signal;
    }

    @Override
    public void destroySignal(long signal) {
        signals.remove(signal);
    }

    @Override
    public void store(long signal, long value) {
        signals.put(signal, value);
    }

    @Override
    public long load(long signal) {
        return Objects.requireNonNull(signals.get(signal));
    }

    @Override
    public boolean watch(long signal, long handler, long argument) {
        watched.add(signal);
        return true;
    }

    @Override
    public boolean dispatchTimes(long agent, long signal, long to) {
        Times known = times.remove(signal);
        if (known == null) return false;
        Memory.putLong(to, known.start());
        Memory.putLong(to + Long.BYTES, known.end());
        return true;
    }

    @Override
    public boolean copyTimes(long signal, long to) {
        return dispatchTimes(0, signal, to);
    }

    @Override
    public void expects(long signal, long replacement) {
        stoodFor.put(signal, List.of(replacement));
    }

    @Override
    public void took(long signal, long replacement, long start, long end) {
        stoodFor.put(signal, List.of(replacement, start, end));
    }

    @Override
    public long clockHertz() {
        return 0;
    }
}
