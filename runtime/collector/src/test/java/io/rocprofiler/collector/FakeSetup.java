package io.rocprofiler.collector;

import io.rocprofiler.abi.BufferPolicy;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.abi.KernelDispatchOperation;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferBuilder;
import io.rocprofiler.sdk.BufferHandler;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackThread;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.ExternalCorrelation;
import io.rocprofiler.sdk.ExternalCorrelationRequest;
import io.rocprofiler.sdk.InterceptListener;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.RuntimeListener;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A configuration in memory that keeps a tool's requests.
final class FakeSetup implements Doubles.OfSetup {
    final List<FakeContext> contexts = new ArrayList<>();
    final List<FakeBuffer> buffers = new ArrayList<>();
    final List<RuntimeListener> listeners = new ArrayList<>();

    /// Returns the only context with callbacks of a kind.
    FakeContext with(CallbackTracingKind kind) {
        List<FakeContext> found = new ArrayList<>();
        for (FakeContext context : contexts) if (context.callbacks.containsKey(kind)) found.add(context);
        if (found.size() != 1) throw new AssertionError(kind + ": " + found.size());
        return found.getFirst();
    }

    @Override
    public String runtimeVersion() {
        return "1.4.1";
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public int clientId() {
        return 1;
    }

    @Override
    public ContextBuilder context() {
        return new FakeContext().new Builder();
    }

    @Override
    public BufferBuilder buffer() {
        return new FakeBuffer();
    }

    @Override
    public CallbackThread callbackThread() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Agent> agents() {
        return List.of();
    }

    @Override
    public void onRuntime(RuntimeListener listener) {
        listeners.add(listener);
    }

    @Override
    public void onInterceptTable(Set<InterceptTable> kinds, InterceptListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onThreadCreate(Runnable before, Runnable after) {
        throw new UnsupportedOperationException();
    }

    final class FakeContext implements Doubles.OfContext {
        final Map<CallbackTracingKind, CallbackHandler> callbacks = new EnumMap<>(CallbackTracingKind.class);
        final Set<BufferTracingKind> buffered = EnumSet.noneOf(BufferTracingKind.class);
        Set<ExternalCorrelationIdRequestKind> requested = Set.of();
        boolean active;

        /// 0 without streams.
        int streamBit;

        @Nullable
        ExternalCorrelationRequest request;

        /// Whether kernels have the ids of their threads.
        boolean kernelsHaveIds;

        long kernelId;

        @Override
        public boolean pushExternalCorrelationId(long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean pushExternalCorrelationId(long threadId, long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long popExternalCorrelationId() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ExternalCorrelation externalCorrelationId(long value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long popExternalCorrelationId(long threadId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void kernelCorrelationId(long value) {
            kernelId = value;
        }

        @Override
        public long handle() {
            return 1;
        }

        @Override
        public boolean start() {
            active = true;
            return true;
        }

        @Override
        public boolean stop() {
            boolean stopped = active;
            active = false;
            return stopped;
        }

        @Override
        public boolean isActive() {
            return active;
        }

        /// Requests the external correlation id of an event, as the engine does.
        long externalId(ExternalCorrelationIdRequestKind kind) {
            ExternalCorrelationRequest asked = request;
            if (asked == null || !requested.contains(kind)) throw new AssertionError("no request for " + kind);
            return asked.externalCorrelationId(kind, KernelDispatchOperation.ENQUEUE, 1);
        }

        CallbackHandler handler(CallbackTracingKind kind) {
            CallbackHandler handler = callbacks.get(kind);
            if (handler == null) throw new AssertionError("no callbacks for " + kind);
            return handler;
        }

        final class Builder implements Doubles.OfContextBuilder {
            @Override
            public ContextBuilder callbacks(CallbackTracingKind kind, CallbackHandler handler) {
                callbacks.put(kind, handler);
                return this;
            }

            @Override
            public ContextBuilder callbacks(
                    CallbackTracingKind kind, OperationFilter operations, CallbackHandler handler) {
                throw new UnsupportedOperationException();
            }

            @Override
            public ContextBuilder buffered(BufferTracingKind kind, Buffer buffer) {
                buffered.add(kind);
                return this;
            }

            @Override
            public ContextBuilder buffered(BufferTracingKind kind, OperationFilter operations, Buffer buffer) {
                throw new UnsupportedOperationException();
            }

            @Override
            public ContextBuilder externalCorrelationIds(ExternalCorrelationRequest request) {
                throw new UnsupportedOperationException();
            }

            @Override
            public ContextBuilder externalCorrelationIds(
                    Set<ExternalCorrelationIdRequestKind> kinds, ExternalCorrelationRequest asked) {
                requested = Set.copyOf(kinds);
                request = asked;
                return this;
            }

            @Override
            public ContextBuilder kernelCorrelationIds() {
                kernelsHaveIds = true;
                return this;
            }

            @Override
            public ContextBuilder hipStreams(int lowestBit) {
                streamBit = lowestBit;
                return this;
            }

            @Override
            public Context build() {
                contexts.add(FakeContext.this);
                return FakeContext.this;
            }

            @Override
            public <T> ContextBuilder calls(CallbackTracingKind kind, CallObserver<T> observer) {
                throw new UnsupportedOperationException();
            }

            @Override
            public <T> ContextBuilder calls(
                    CallbackTracingKind kind, OperationFilter operations, CallObserver<T> observer) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Context start() {
                throw new UnsupportedOperationException();
            }
        }
    }

    /// Keeps appended data as words, and texts separately.
    final class FakeBuffer implements Doubles.OfBufferBuilder, Doubles.OfBuffer {
        final List<long[]> records = new ArrayList<>();
        final List<String> texts = new ArrayList<>();

        @Nullable
        ChunkSource source;

        final AtomicInteger flushes = new AtomicInteger();
        final AtomicInteger seals = new AtomicInteger();
        long drops;

        @Override
        public BufferBuilder size(long sizeBytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder watermark(long watermarkBytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder policy(BufferPolicy policy) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder flushEvery(Duration interval) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder handler(BufferHandler handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder thread(CallbackThread thread) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BufferBuilder chunks(ChunkSource chunks) {
            source = chunks;
            return this;
        }

        @Override
        public Buffer build() {
            buffers.add(this);
            return this;
        }

        @Override
        public long handle() {
            return 1;
        }

        @Override
        public boolean flush() {
            flushes.incrementAndGet();
            return true;
        }

        @Override
        public void sealFull() {
            seals.incrementAndGet();
        }

        @Override
        public boolean noteThreadNames(boolean mayWait) {
            return true;
        }

        @Override
        public boolean append(MemorySegment record) {
            records.add(record.toArray(ValueLayout.JAVA_LONG));
            return true;
        }

        @Override
        public boolean append(MemorySegment record, ApiValue text) {
            texts.add(String.valueOf(text.asString()));
            return append(record);
        }

        @Override
        public long dropCount() {
            return drops;
        }
    }
}
