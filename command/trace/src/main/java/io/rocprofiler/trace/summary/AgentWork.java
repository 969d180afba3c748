package io.rocprofiler.trace.summary;

import java.util.List;

/// The work of one GPU in all processes. Records must arrive in the order of their start.
final class AgentWork {

    private final String label;
    private final IntervalUnion kernels = new IntervalUnion();
    private final IntervalUnion copies = new IntervalUnion();
    private final Gaps any;
    private final Delays kernelDelays = new Delays();
    private final Delays copyDelays = new Delays();
    private long kernelCount;
    private long copyCount;

    AgentWork(String label) {
        this.label = label;
        this.any = new Gaps(label);
    }

    void kernel(long start, long end, String name, long launch) {
        kernelCount++;
        kernels.add(start, end);
        any.add(start, end, name);
        kernelDelays.add(launch, start);
    }

    void copy(long start, long end, String name) {
        copyCount++;
        copies.add(start, end);
        any.add(start, end, name);
    }

    /// Adds the delay of a copy to one of the copy's two agents.
    void copyDelay(long start, long launch) {
        copyDelays.add(launch, start);
    }

    Insights.AgentUse use() {
        long busy = any.busyNanos();
        long overlap = kernels.nanos() + copies.nanos() - busy;
        return new Insights.AgentUse(label, kernelCount, copyCount, kernels.nanos(), copies.nanos(), overlap, busy);
    }

    void delays(List<Insights.LaunchDelay> into) {
        if (!kernelDelays.isEmpty()) {
            into.add(kernelDelays.of(label, "kernels"));
        }
        if (!copyDelays.isEmpty()) {
            into.add(copyDelays.of(label, "copies"));
        }
    }

    /// Returns the gaps within the time of the whole run.
    List<Insights.Gap> gaps(long startNanos, long endNanos) {
        return any.longest(startNanos, endNanos);
    }
}
