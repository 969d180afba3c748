import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.rocprofiler.opentelemetry.GpuSpans;
import io.rocprofiler.sdk.Profiler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// OpenTelemetry: the program's own span around its work has the ranges, kernels and copies below it. It prints how
/// many spans of each name there are, and below which. Its README says how to run it.
public final class SpannedTranspose implements SpanProcessor {
    private final Map<String, String> paths = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws Throwable {
        SpannedTranspose spans = new SpannedTranspose(); // usually an exporter of OpenTelemetry's
        Tracer tracer =
                SdkTracerProvider.builder().addSpanProcessor(spans).build().get("transpose");
        Profiler.register(new GpuSpans(tracer)); // @start region="register"
        Span request = tracer.spanBuilder("request").startSpan();
        try (var _ = request.makeCurrent()) { // @end
            Runtime.getRuntime().addShutdownHook(new Thread(spans::print));
            Transpose.main(args);
        }
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        String above = paths.get(span.getParentSpanContext().getSpanId());
        String path = above == null ? span.getName() : above + " > " + span.getName();
        paths.put(span.getSpanContext().getSpanId(), path);
        counts.merge(path, 1, Integer::sum);
    }

    @Override
    public boolean isStartRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
        return false;
    }

    private void print() {
        counts.forEach((path, count) -> System.err.printf("%4d %s%n", count, path));
    }
}
