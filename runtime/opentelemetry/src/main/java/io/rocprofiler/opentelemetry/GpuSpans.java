package io.rocprofiler.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Writes ranges, kernels and copies as spans.
///
/// A range of ROC-TX is a span of its thread: its parent is the current span, and it is the current span until it ends,
/// so that what the program traces itself is inside. A kernel or copy is a span with the times at which it ran; its
/// parent, and its link, is the span that was current when it was asked for.
///
/// {@snippet file="20-opentelemetry/java/SpannedTranspose.java" region="register"}
public final class GpuSpans implements Tool {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /// The functions of HIP that start work on a GPU.
    private static final OperationFilter STARTS_WORK = OperationFilter.names(
            "hipLaunchKernel",
            "hipExtLaunchKernel",
            "hipModuleLaunchKernel",
            "hipExtModuleLaunchKernel",
            "hipLaunchCooperativeKernel",
            "hipGraphLaunch",
            "hipMemcpy",
            "hipMemcpyAsync",
            "hipMemcpy2D",
            "hipMemcpy2DAsync",
            "hipMemcpyWithStream",
            "hipMemset",
            "hipMemsetAsync");

    private final Tracer tracer;
    private final LongFunction<Instant> time;

    /// The spans around calls that start work, by the calls' numbers, until these are retired.
    private final Map<Long, Context> origins = new ConcurrentHashMap<>();

    /// A range that has begun.
    ///
    /// @param current ends its being the current span; only on its own thread
    record OpenRange(Span span, Scope current, Thread owner) {}

    /// Creates the tool, to be registered once.
    ///
    /// @param tracer of the program
    public GpuSpans(Tracer tracer) {
        this(tracer, Profiler::toInstant);
    }

    GpuSpans(Tracer tracer, LongFunction<Instant> time) {
        this.tracer = tracer;
        this.time = time;
    }

    @Override
    public String name() {
        return "opentelemetry";
    }

    @Override
    public void initialize(Setup setup) {
        Buffer buffer =
                setup.buffer().flushEvery(INTERVAL).handler(this::onRecords).build();
        setup.context()
                .calls(CallbackTracingKind.MARKER_CORE_RANGE_API, new Ranges())
                .calls(CallbackTracingKind.HIP_RUNTIME_API, STARTS_WORK, new Origins())
                .buffered(BufferTracingKind.KERNEL_DISPATCH, buffer)
                .buffered(BufferTracingKind.MEMORY_COPY, buffer)
                .buffered(BufferTracingKind.CORRELATION_ID_RETIREMENT, buffer)
                .start();
    }

    /// Ranges as spans of their thread.
    final class Ranges implements CallObserver<OpenRange> {
        @Override
        @SuppressWarnings("MustBeClosed") // exit closes it
        public OpenRange enter(ApiCall range) {
            String message =
                    range.argumentCount() == 0 ? null : range.argument(0).asString();
            Span span = tracer.spanBuilder(message == null || message.isEmpty() ? "range" : message)
                    .startSpan();
            return new OpenRange(span, span.makeCurrent(), Thread.currentThread());
        }

        @Override
        public void exit(ApiCall range, @Nullable OpenRange open) {
            if (open == null) return;
            if (Thread.currentThread().equals(open.owner())) open.current().close();
            open.span().end();
        }
    }

    /// Keeps the span around a call that starts work.
    final class Origins implements CallObserver<Context> {
        @Override
        public @Nullable Context enter(ApiCall call) {
            if (Span.current().getSpanContext().isValid()) origins.put(call.correlationId(), Context.current());
            return null;
        }

        @Override
        public void exit(ApiCall call, @Nullable Context entered) {}
    }

    void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            switch (record) {
                case KernelDispatchRecord kernel ->
                    span(kernel, kernel.kernelName().isEmpty() ? "kernel" : kernel.kernelName())
                            .setAttribute("gpu.queue", kernel.queueId())
                            .setAttribute("gpu.dispatch", kernel.dispatchId())
                            .startSpan()
                            .end(epochNanos(kernel.endNanos()), TimeUnit.NANOSECONDS);
                case MemoryCopyRecord copy ->
                    span(copy, copy.operationName())
                            .setAttribute("gpu.bytes", copy.sizeBytes())
                            .startSpan()
                            .end(epochNanos(copy.endNanos()), TimeUnit.NANOSECONDS);
                case RetirementRecord retired -> origins.remove(retired.correlationId());
                default -> {}
            }
        }
    }

    private SpanBuilder span(BufferRecord record, String name) {
        SpanBuilder span = tracer.spanBuilder(name)
                .setSpanKind(SpanKind.INTERNAL)
                .setStartTimestamp(epochNanos(record.startNanos()), TimeUnit.NANOSECONDS)
                .setAttribute("gpu.correlation_id", record.correlationId());
        Context origin = origins.get(record.correlationId());
        if (origin == null) return span.setNoParent();
        SpanContext asked = Span.fromContext(origin).getSpanContext();
        return span.setParent(origin).addLink(asked);
    }

    private long epochNanos(long nanos) {
        Instant instant = time.apply(nanos);
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}
