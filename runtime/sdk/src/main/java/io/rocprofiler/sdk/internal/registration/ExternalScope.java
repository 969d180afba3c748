package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.ExternalCorrelation;
import io.rocprofiler.sdk.internal.call.ExternalIds;
import io.rocprofiler.sdk.internal.call.VirtualIds;
import io.rocprofiler.sdk.internal.seam.Native;
import org.jspecify.annotations.Nullable;

/// A pushed value. Closing pops it, once, off the stack of the thread that it was pushed for, from any thread.
final class ExternalScope implements ExternalCorrelation {
    private final ToolContext context;
    private final long value;
    private final Thread owner = Thread.currentThread();
    private final long threadId;
    private final @Nullable VirtualIds carried;
    private boolean open;

    private ExternalScope(ToolContext context, long value) {
        this.context = context;
        this.value = value;
        boolean isVirtual = owner.isVirtual();
        carried = isVirtual ? VirtualIds.ofThread() : null;
        threadId = isVirtual ? 0 : Native.threadId();
        open = context.pushExternalCorrelationId(value);
    }

    static ExternalCorrelation push(ToolContext context, long value) {
        return new ExternalScope(context, value);
    }

    @Override
    public long value() {
        return value;
    }

    @Override
    public synchronized void close() {
        if (!open) return;
        open = false;
        if (carried != null) carried.pop(context.index());
        else if (owner.isAlive()) ExternalIds.take(context, threadId);
    }
}
