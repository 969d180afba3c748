package io.rocprofiler.sdk.engine;

import io.rocprofiler.sdk.ChunkSource;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// What buffers are made of whose records nobody reads.
final class WarmUpBuffers {
    private WarmUpBuffers() {}

    /// A source that has one chunk.
    static final class OneChunk implements ChunkSource {
        private @Nullable MemorySegment chunk;

        OneChunk(MemorySegment chunk) {
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
    static BufferSettings settings() {
        CallbackThread idle = new CallbackThread("rocprofiler practice");
        return new BufferSettings(0, 128 << 10, Long.MAX_VALUE, false, new Nobody(), idle, 0);
    }
}
