package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ExternalCorrelation;
import io.rocprofiler.sdk.internal.buffer.RecordPlace;
import io.rocprofiler.sdk.internal.call.ExternalIds;
import io.rocprofiler.sdk.internal.call.VirtualIds;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.plan.ExternalRequests;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Native;
import org.jspecify.annotations.Nullable;

/// A context of a tool.
///
/// Thread rule: services are added by the initialising thread; everything else is for any thread.
public final class ToolContext extends TracingContext implements Context {
    private final Contexts contexts;

    ToolContext(long handle, int index, Client client, Contexts contexts) {
        super(handle, index, client);
        this.contexts = contexts;
    }

    @Override
    public boolean start() {
        contexts.start(this);
        return active();
    }

    @Override
    public boolean stop() {
        return contexts.stop(this) == Status.SUCCESS;
    }

    @Override
    public boolean isActive() {
        return active();
    }

    @Override
    public Status addBuffered(BufferTracingKind kind, int[] operations, @Nullable RecordPlace place) {
        Status status = super.addBuffered(kind, operations, place);
        return status == Status.SUCCESS ? contexts.support(kind) : status;
    }

    @Override
    public synchronized Status request(ExternalRequests wanted) {
        Status status = super.request(wanted);
        if (status != Status.SUCCESS) return status;
        contexts.ask(this);
        // A Java function needs no flag: plans were created for it, because it registers while the window is open.
        if (wanted.function() != 0) ExternalIds.inUse();
        return status;
    }

    @Override
    public boolean pushExternalCorrelationId(long value) {
        if (Thread.currentThread().isVirtual()) {
            ExternalIds.inVirtualUse();
            VirtualIds.ofThread().push(index(), value);
            return true;
        }
        return ExternalIds.put(this, Native.threadId(), value);
    }

    @Override
    public boolean pushExternalCorrelationId(long threadId, long value) {
        requireThread(threadId);
        return ExternalIds.put(this, threadId, value);
    }

    @Override
    public long popExternalCorrelationId() {
        if (Thread.currentThread().isVirtual()) return VirtualIds.ofThread().pop(index());
        return ExternalIds.take(this, Native.threadId());
    }

    @Override
    public long popExternalCorrelationId(long threadId) {
        requireThread(threadId);
        return ExternalIds.take(this, threadId);
    }

    @Override
    public ExternalCorrelation externalCorrelationId(long value) {
        return ExternalScope.push(this, value);
    }

    @Override
    public void kernelCorrelationId(long value) {
        ExternalIds.ofKernels(value);
    }

    private static void requireThread(long threadId) {
        if (!ExternalIds.isThread(threadId)) throw new IllegalArgumentException("threadId=" + threadId);
    }
}
