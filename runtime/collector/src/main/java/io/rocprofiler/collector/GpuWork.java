package io.rocprofiler.collector;

import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.MEMORY_ALLOCATION;
import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.MEMORY_COPY;
import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.SCRATCH_MEMORY;

import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.sdk.ExternalCorrelationRequest;

/// Receives one request per piece of GPU work other than kernels, at its submission: counts the work and returns
/// the range to which it belongs. The engine counts kernels, and threads have an id for theirs ([RangeFollower]).
/// Thread rule: any thread; each has its own [ThreadWork].
final class GpuWork implements ExternalCorrelationRequest {
    @SuppressWarnings("ThreadLocalUsage") // a process has one collector; its counters are in its own segment
    private final ThreadLocal<ThreadWork> threads = new ThreadLocal<>();

    private final WorkCounts counts;
    private final AgentFile agents;

    GpuWork(WorkCounts counts, AgentFile agents) {
        this.counts = counts;
        this.agents = agents;
    }

    ThreadWork ofThread() {
        ThreadWork own = threads.get();
        if (own == null) {
            own = new ThreadWork(counts.stripe());
            threads.set(own);
        }
        return own;
    }

    @Override
    public long externalCorrelationId(ExternalCorrelationIdRequestKind kind, Operation operation, long correlationId) {
        ThreadWork own = ofThread();
        int counter = counter(kind);
        if (counter >= 0) {
            own.counts.add(counter, 1);
            agents.learn();
        }
        return own.externalId();
    }

    @Override
    public void refused(ExternalCorrelationIdRequestKind kind, Operation operation) {
        int counter = counter(kind);
        if (counter >= 0) ofThread().counts.add(counter, -1);
    }

    private static int counter(ExternalCorrelationIdRequestKind kind) {
        if (kind == MEMORY_COPY) return SegmentWork.COPIES;
        if (kind == MEMORY_ALLOCATION) return SegmentWork.ALLOCATIONS;
        if (kind == SCRATCH_MEMORY) return SegmentWork.SCRATCH;
        return -1;
    }
}
