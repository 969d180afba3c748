import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/// Live histogram: how long the calls of each HIP function took, by powers of two of a microsecond, every second.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class LiveHistogram implements Tool, CallObserver<Long> { // @start region="tool"
    private static final int BUCKETS = 24;

    private final Map<String, AtomicLongArray> histograms = new ConcurrentSkipListMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());

    @Override
    public String name() {
        return "live-histogram";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context().calls(CallbackTracingKind.HIP_RUNTIME_API, this).start();
        clock.scheduleAtFixedRate(this::print, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public Long enter(ApiCall call) {
        return System.nanoTime();
    }

    @Override
    public void exit(ApiCall call, Long entered) {
        long micros = (System.nanoTime() - entered) / 1000;
        int bucket = Math.min(BUCKETS - 1, Long.SIZE - Long.numberOfLeadingZeros(micros));
        histograms
                .computeIfAbsent(call.operationName(), _ -> new AtomicLongArray(BUCKETS))
                .incrementAndGet(bucket);
    }

    private void print() {
        histograms.forEach((function, counts) -> System.err.printf("%-24s %s%n", function, counts));
    }

    @Override
    public void close() {
        clock.shutdownNow();
        print();
    }
} // @end
