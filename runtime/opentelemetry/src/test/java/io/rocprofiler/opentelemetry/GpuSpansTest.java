package io.rocprofiler.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GpuSpansTest {
    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final Tracer tracer = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exported))
            .build()
            .get("test");
    private final GpuSpans spans = new GpuSpans(tracer, nanos -> Instant.ofEpochSecond(0, nanos));
    private final GpuSpans.Ranges ranges = spans.new Ranges();

    @Test
    void a_range_is_inside_the_current_span_and_around_the_programs_own() {
        Span request = tracer.spanBuilder("request").startSpan();
        try (Scope _ = request.makeCurrent()) {
            var range = ranges.enter(range("epoch"));
            tracer.spanBuilder("inner").startSpan().end();
            ranges.exit(range("epoch"), range);
            assertThat(Span.current()).isEqualTo(request);
        }
        request.end();
        assertThat(span("epoch").getParentSpanId())
                .isEqualTo(request.getSpanContext().getSpanId());
        assertThat(span("inner").getParentSpanId()).isEqualTo(span("epoch").getSpanId());
    }

    @Test
    void a_kernel_has_its_own_times_and_the_span_in_which_it_was_launched() {
        var range = ranges.enter(range("step"));
        spans.new Origins().enter(call(7));
        ranges.exit(range("step"), range);
        deliver(kernel(7, "gemm", 100, 350), retirement(7), kernel(7, "late", 400, 500));
        SpanData kernel = span("gemm");
        assertThat(kernel.getStartEpochNanos()).isEqualTo(100);
        assertThat(kernel.getEndEpochNanos()).isEqualTo(350);
        assertThat(kernel.getParentSpanId()).isEqualTo(span("step").getSpanId());
        assertThat(kernel.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId())
                        .isEqualTo(span("step").getSpanId()));
        assertThat(span("late").getParentSpanContext().isValid()).isFalse();
    }

    @Test
    void work_without_a_span_is_a_root() {
        spans.new Origins().enter(call(8));
        deliver(kernel(8, "alone", 1, 2));
        assertThat(span("alone").getParentSpanContext().isValid()).isFalse();
        assertThat(span("alone").getLinks()).isEmpty();
    }

    private SpanData span(String name) {
        return exported.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void deliver(Object... records) {
        spans.onRecords(fake(
                Doubles.OfRecordBatch.class,
                Map.of(
                        "iterator",
                        List.of(records).stream().map(BufferRecord.class::cast).iterator())));
    }

    private static ApiCall range(String message) {
        ApiValue value = fake(Doubles.OfApiValue.class, Map.of("asString", message));
        return fake(Doubles.OfApiCall.class, Map.of("argumentCount", 1, "argument", value));
    }

    private static ApiCall call(long id) {
        return fake(Doubles.OfApiCall.class, Map.of("correlationId", id));
    }

    private static Object kernel(long id, String name, long start, long end) {
        return fake(
                Doubles.OfKernelDispatchRecord.class,
                Map.of(
                        "correlationId",
                        id,
                        "kernelName",
                        name,
                        "startNanos",
                        start,
                        "endNanos",
                        end,
                        "queueId",
                        1L,
                        "dispatchId",
                        2L));
    }

    private static Object retirement(long id) {
        return fake(Doubles.OfRetirementRecord.class, Map.of("correlationId", id));
    }

    /// Makes an object that answers by the name of the method.
    private static <T> T fake(Class<T> type, Map<String, Object> values) {
        InvocationHandler answer = (_, method, _) -> {
            if (values.containsKey(method.getName())) return values.get(method.getName());
            throw new UnsupportedOperationException(method.getName());
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answer));
    }
}
