package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.ToolExit;
import org.jspecify.annotations.Nullable;

/// Passes records to the callback of a Java tool.
///
/// A handler that throws is reported and not called again for this function: its exception must reach neither the
/// program nor another tool. While a handler runs, its thread counts as outside Java, so that its calls to a
/// runtime are traced like a C tool's.
final class JavaCallback implements JavaHandler {
    private final CallbackHandler handler;
    private final @Nullable ToolSetup tool;

    /// @param tool to which the handler belongs; null for none
    JavaCallback(CallbackHandler handler, @Nullable ToolSetup tool) {
        this.handler = handler;
        this.tool = tool;
    }

    @Override
    public void call(SlotEntry entry, long record, long userData, long thread) {
        if (entry.broken) return;
        ThreadViews views = ThreadViews.of(thread);
        CallbackRecord shown = views.begin(record, userData);
        int inside = Memory.getInt(thread + NativeThread.INSIDE);
        Memory.putInt(thread + NativeThread.INSIDE, 0);
        try {
            handler.onCallback(shown);
        } catch (ToolExit exit) {
            entry.broken = true;
            if (tool != null) tool.drop(exit);
        } catch (Throwable failure) {
            entry.broken = true;
            if (tool == null) return;
            Messages.warn("a callback of tool " + entry.toolName() + " failed in " + entry.operationName()
                    + " and is not called for it again: " + Messages.describe(failure));
            tool.trace(failure);
        } finally {
            Memory.putInt(thread + NativeThread.INSIDE, inside);
            views.end(shown);
        }
    }
}
