package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.buffer.BufferListener;
import io.rocprofiler.sdk.internal.buffer.BufferSettings;
import io.rocprofiler.sdk.internal.buffer.DeliveryThread;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory and settings for buffers whose records are never read.
public final class WarmUpBuffers {
    private WarmUpBuffers() {}

    /// A source with a single chunk.
    public static final class OneChunk implements ChunkSource {
        private @Nullable MemorySegment chunk;

        public OneChunk(MemorySegment chunk) {
            this.chunk = chunk;
        }

        @Override
        public @Nullable MemorySegment next() {
            MemorySegment next = chunk;
            chunk = null;
            return next;
        }
    }

    private static final class Nobody implements BufferListener {
        @Override
        public void deliver(long headers, long count, long drops) {}
    }

    /// 128 KiB, which is more than the rounds fill.
    public static BufferSettings settings() {
        DeliveryThread idle = new DeliveryThread("rocprofiler warm-up");
        return new BufferSettings(0, 128 << 10, Long.MAX_VALUE, false, new Nobody(), idle, 0);
    }
}
