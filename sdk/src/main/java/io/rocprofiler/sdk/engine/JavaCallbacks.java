package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.engine.view.CallbackViews;

/// Hands a record to the callback of a Java tool.
///
/// A handler that throws is reported and not called again for this function: its exception must reach neither the
/// program nor another tool. While a handler runs, its thread counts as outside Java, so that what it calls of a
/// runtime is traced like a C tool's calls.
final class JavaCallbacks {
    private JavaCallbacks() {}

    static void call(SlotEntry entry, CallbackHandler handler, long record, long userData, long thread) {
        if (entry.broken) return;
        ThreadState state = ThreadState.of(thread);
        CallbackViews views = state.takeViews();
        int inside = Memory.getInt(thread + NativeThread.INSIDE);
        Memory.putInt(thread + NativeThread.INSIDE, 0);
        try {
            handler.onCallback(views.show(record, userData));
        } catch (ToolExit exit) {
            entry.broken = true;
            if (entry.context != null) Registration.process().drop(entry.context.client(), exit);
        } catch (Throwable failure) {
            entry.broken = true;
            Messages.warn("a callback of tool " + entry.toolName() + " failed and is switched off: "
                    + Messages.describe(failure));
        } finally {
            Memory.putInt(thread + NativeThread.INSIDE, inside);
            views.hide();
            state.returnViews();
        }
    }
}
