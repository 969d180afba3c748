package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.BufferPolicy;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferBuilder;
import io.rocprofiler.sdk.BufferHandler;
import io.rocprofiler.sdk.CallbackThread;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.registration.Registration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Validates the settings of a Java tool and creates the buffer.
final class ToolBufferBuilder implements BufferBuilder {
    private static final long DEFAULT_SIZE_BYTES = 4 << 20;

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final ToolSetup setup;
    private final Registration registration;
    private long sizeBytes = DEFAULT_SIZE_BYTES;
    private long watermarkBytes = -1;
    private boolean lossless = true;
    private long threadHandle;
    private long intervalMillis;
    private @Nullable BufferHandler handler;
    private @Nullable ChunkSource source;

    ToolBufferBuilder(ToolSetup setup, Registration registration) {
        this.setup = setup;
        this.registration = registration;
    }

    @Override
    public BufferBuilder size(long sizeBytes) {
        if (sizeBytes <= 0) throw new IllegalArgumentException("sizeBytes=" + sizeBytes);
        this.sizeBytes = sizeBytes;
        return this;
    }

    @Override
    public BufferBuilder watermark(long watermarkBytes) {
        if (watermarkBytes < 0) throw new IllegalArgumentException("watermarkBytes=" + watermarkBytes);
        this.watermarkBytes = watermarkBytes;
        return this;
    }

    @Override
    public BufferBuilder flushEvery(Duration interval) {
        if (interval.compareTo(SHORTEST) < 0) throw new IllegalArgumentException("interval=" + interval);
        intervalMillis = interval.toMillis();
        return this;
    }

    @Override
    public BufferBuilder policy(BufferPolicy policy) {
        lossless = switch (policy) {
            case LOSSLESS -> true;
            case DISCARD -> false;
            default -> throw new IllegalArgumentException("policy=" + policy);
        };
        return this;
    }

    @Override
    public BufferBuilder handler(BufferHandler handler) {
        this.handler = handler;
        return this;
    }

    @Override
    public BufferBuilder thread(CallbackThread thread) {
        if (registration.threads().find(thread.handle()) == null) {
            throw new IllegalArgumentException("thread=" + thread.handle());
        }
        threadHandle = thread.handle();
        return this;
    }

    @Override
    public BufferBuilder chunks(ChunkSource source) {
        this.source = source;
        return this;
    }

    @Override
    public Buffer build() {
        setup.requireOpen();
        if (source != null && handler != null) {
            throw new IllegalArgumentException("handler=" + handler + ": a buffer over chunks delivers nothing");
        }
        if (source != null)
            return new ToolBuffer(registration, registration.buffers().createChunked(source));
        if (handler == null) throw new IllegalArgumentException("handler=null: give a handler or chunks");
        return delivering(handler);
    }

    private Buffer delivering(BufferHandler receiver) {
        long watermark = watermarkBytes < 0 ? sizeBytes / 4 * 3 : watermarkBytes;
        RecordBuffer records = registration
                .buffers()
                .createJava(sizeBytes, watermark, lossless, new JavaBufferListener(receiver, setup), threadHandle);
        if (records == null) throw new OutOfMemoryError("no memory for a buffer of sizeBytes=" + sizeBytes);
        if (intervalMillis != 0 && records instanceof DeliveredBuffer delivered) delivered.deliverEvery(intervalMillis);
        return new ToolBuffer(registration, records);
    }
}
