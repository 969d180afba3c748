package io.rocprofiler.jfr;

import io.rocprofiler.sdk.Profiler;
import org.jspecify.annotations.Nullable;

/// Converts times of ROCm's clock into ticks of JFR's, by comparing the two again at each delivery.
///
/// Assumptions: both run evenly; JFR's may be the processor's counter, whose frequency JFR does not tell.
///
/// Thread rule: one thread at a time.
final class TickClock {
    private static final int ATTEMPTS = 20;
    private static final long SHORTEST_MILLIS = 20;

    private @Nullable Pair first;
    private double ticksPerNano = 1;

    /// The same moment on both clocks.
    private record Pair(long ticks, long nanos) {}

    /// Compares the clocks.
    ///
    /// @return false if no event that needs this is recorded now
    boolean compare() {
        Pair now = now();
        if (now == null) return false;
        Pair start = first;
        if (start == null) {
            start = now;
            first = now;
            now = later();
            if (now == null) return false;
        }
        ticksPerNano = (double) (now.ticks - start.ticks) / (now.nanos - start.nanos);
        return true;
    }

    long ticks(long nanos) {
        Pair start = first;
        return start == null ? 0 : start.ticks + Math.round((nanos - start.nanos) * ticksPerNano);
    }

    /// Returns a moment that is late enough for the ratio of the clocks.
    private static @Nullable Pair later() {
        try {
            Thread.sleep(SHORTEST_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return now();
    }

    /// Reads both clocks, several times: the pair with the least time between its two readings is the best, because
    /// a thread may lose its processor between them.
    private static @Nullable Pair now() {
        long shortest = Long.MAX_VALUE;
        Pair best = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            long before = Profiler.timestampNanos();
            long ticks = jfrTicks();
            long after = Profiler.timestampNanos();
            if (ticks == 0) return null;
            if (after - before >= shortest) continue;
            shortest = after - before;
            best = new Pair(ticks, before + shortest / 2);
        }
        return best;
    }

    /// Returns JFR's clock: the start of an event that begins now; 0 if none of the events is recorded.
    private static long jfrTicks() {
        GpuKernel kernel = new GpuKernel();
        kernel.begin();
        long ticks = GpuKernel.TIMES.startTicks(kernel);
        if (ticks != 0) return ticks;
        GpuCopy copy = new GpuCopy();
        copy.begin();
        ticks = GpuCopy.TIMES.startTicks(copy);
        if (ticks != 0) return ticks;
        GpuMemory memory = new GpuMemory();
        memory.begin();
        return GpuMemory.TIMES.startTicks(memory);
    }
}
