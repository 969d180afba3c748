package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.sdk.BufferHandler;
import io.rocprofiler.sdk.internal.buffer.BufferListener;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.ToolExit;

/// Delivers to a Java handler, and catches its exceptions.
final class JavaBufferListener implements BufferListener {
    private final BufferHandler handler;
    private final BatchView batch = new BatchView();
    private final ToolSetup tool;
    private boolean reported;

    JavaBufferListener(BufferHandler handler, ToolSetup tool) {
        this.handler = handler;
        this.tool = tool;
    }

    @Override
    public boolean appends() {
        return true;
    }

    @Override
    public void deliver(long headers, long count, long dropCount) {
        if (tool.isDropped()) return;
        batch.show(headers, (int) count, dropCount);
        ClassLoader before = ToolLoader.enter(handler.getClass().getClassLoader());
        try {
            handler.onRecords(batch);
        } catch (ToolExit exit) {
            tool.drop(exit);
        } catch (Throwable failure) {
            if (!reported) {
                Messages.warn("a buffer handler of tool " + tool.toolName() + " failed: " + Messages.describe(failure));
                tool.trace(failure);
            }
            reported = true;
        } finally {
            ToolLoader.leave(before);
            batch.hide();
        }
    }
}
