package io.rocprofiler.sdk.engine;

import io.rocprofiler.sdk.BufferHandler;
import org.jspecify.annotations.Nullable;

/// Delivers to a handler in Java, and keeps what it throws to itself.
final class JavaBufferListener implements BufferListener {
    private final BufferHandler handler;
    private final BatchView batch = new BatchView();
    private final @Nullable Client client;
    private boolean reported;

    JavaBufferListener(BufferHandler handler, @Nullable Client client) {
        this.handler = handler;
        this.client = client;
    }

    @Override
    public void deliver(long headers, long count, long dropCount) {
        batch.show(headers, (int) count, dropCount);
        try {
            handler.onRecords(batch);
        } catch (ToolExit exit) {
            if (client != null) Registration.process().drop(client, exit);
        } catch (Throwable failure) {
            if (!reported) Messages.warn("a buffer handler failed: " + Messages.describe(failure));
            reported = true;
        } finally {
            batch.hide();
        }
    }
}
