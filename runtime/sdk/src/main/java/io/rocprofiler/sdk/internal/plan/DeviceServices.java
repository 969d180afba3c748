package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.Status;
import java.util.HashSet;
import java.util.Set;

/// The services of a context other than tracing, and their mutual exclusions (`context.cpp`,
/// `counters/controller.cpp` and `pc_sampling/service.cpp` of rocprofiler-sdk 1.0.0).
///
/// Thread rule: any thread, under this object's monitor: counting has no configuration window.
public final class DeviceServices {
    private enum ThreadTrace {
        NONE,
        DISPATCH,
        DEVICE
    }

    private final Set<Long> counted = new HashSet<>(2);
    private final Set<Long> sampled = new HashSet<>(2);
    private ThreadTrace threadTrace = ThreadTrace.NONE;
    private volatile boolean countsDispatches;

    /// Whether the context counts at each kernel: at most one such context may be active.
    public boolean countsDispatches() {
        return countsDispatches;
    }

    /// Returns the reason why dispatch counting cannot be added, or SUCCESS. It may be added any number of times.
    public synchronized Status mayCountDispatches() {
        if (!sampled.isEmpty()) return Status.ERROR_CONTEXT_CONFLICT;
        return counted.isEmpty() ? Status.SUCCESS : Status.ERROR_AGENT_DISPATCH_CONFLICT;
    }

    /// Adds dispatch counting; its rules are [#mayCountDispatches].
    public synchronized Status countDispatches() {
        Status status = mayCountDispatches();
        if (status == Status.SUCCESS) countsDispatches = true;
        return status;
    }

    /// Returns the reason why no agent can be counted in this context, or SUCCESS.
    public synchronized Status mayCountAgents() {
        if (!sampled.isEmpty()) return Status.ERROR_CONTEXT_CONFLICT;
        return countsDispatches ? Status.ERROR_AGENT_DISPATCH_CONFLICT : Status.SUCCESS;
    }

    /// Adds device counting of an agent, each agent once.
    public synchronized Status countAgent(long agent) {
        Status status = mayCountAgents();
        if (status != Status.SUCCESS) return status;
        return counted.add(agent) ? Status.SUCCESS : Status.ERROR_INVALID_ARGUMENT;
    }

    /// Returns the reason why an agent cannot be sampled in this context, or SUCCESS.
    public synchronized Status maySample(long agent) {
        if (countsDispatches || !counted.isEmpty()) return Status.ERROR_CONTEXT_CONFLICT;
        return sampled.contains(agent) ? Status.ERROR_SERVICE_ALREADY_CONFIGURED : Status.SUCCESS;
    }

    /// Adds PC sampling of an agent; its rules are [#maySample].
    public synchronized Status sample(long agent) {
        Status status = maySample(agent);
        if (status == Status.SUCCESS) sampled.add(agent);
        return status;
    }

    /// Chooses between tracing threads per kernel (`perDispatch`) and for whole devices, once; returns the reason why
    /// that cannot be, or SUCCESS.
    public synchronized Status traceThreads(boolean perDispatch) {
        ThreadTrace other = perDispatch ? ThreadTrace.DEVICE : ThreadTrace.DISPATCH;
        if (threadTrace == other) return Status.ERROR_CONTEXT_INVALID;
        threadTrace = perDispatch ? ThreadTrace.DISPATCH : ThreadTrace.DEVICE;
        return Status.SUCCESS;
    }
}
