import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.time.Duration;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;

/// Top kernels: which kernels took most of the GPU's time, every second.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class TopKernels implements Tool {
    private static final int SHOWN = 5;

    private final Map<String, LongSummaryStatistics> kernels = new HashMap<>();

    @Override
    public String name() {
        return "top-kernels";
    }

    // @start region="buffer"
    @Override
    public void initialize(Setup setup) {
        Buffer buffer = setup.buffer()
                .flushEvery(Duration.ofSeconds(1))
                .handler(this::onRecords)
                .build();
        setup.context().buffered(BufferTracingKind.KERNEL_DISPATCH, buffer).start();
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            if (record instanceof KernelDispatchRecord kernel)
                kernels.computeIfAbsent(kernel.kernelName(), _ -> new LongSummaryStatistics())
                        .accept(kernel.durationNanos());
        }
        // @end
        kernels.entrySet().stream()
                .sorted((a, b) ->
                        Long.compare(b.getValue().getSum(), a.getValue().getSum()))
                .limit(SHOWN)
                .forEach(TopKernels::print);
    }

    private static void print(Map.Entry<String, LongSummaryStatistics> kernel) {
        LongSummaryStatistics times = kernel.getValue();
        System.err.printf("%8d ns in %d of %s%n", times.getSum(), times.getCount(), kernel.getKey());
    }
}
