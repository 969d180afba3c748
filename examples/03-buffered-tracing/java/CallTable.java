import io.rocprofiler.abi.BufferPolicy;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.EnumMap;
import java.util.Map;

/// Buffered tracing: counts the calls of each HIP and ROC-TX function from records that arrive in batches.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class CallTable implements Tool {
    private static final int BUFFER_BYTES = 4096;

    // Written only by the thread that delivers the buffer and read after the last delivery, so no lock is needed.
    private final Map<HipRuntimeOperation, Integer> hip = new EnumMap<>(HipRuntimeOperation.class);
    private final Map<MarkerCoreOperation, Integer> markers = new EnumMap<>(MarkerCoreOperation.class);
    private long records;
    private long backwards;
    private long dropped;

    private Buffer buffer;

    @Override
    public String name() {
        return "call-table";
    }

    @Override
    public void initialize(Setup setup) {
        buffer = setup.buffer()
                .size(BUFFER_BYTES)
                .watermark(BUFFER_BYTES / 8 * 7)
                // A thread that finds the buffer full waits. DISCARD would drop its record and count the loss.
                .policy(BufferPolicy.LOSSLESS)
                .thread(setup.callbackThread()) // without it, all buffers share one
                .handler(this::onRecords)
                .build();
        setup.context()
                .buffered(BufferTracingKind.HIP_RUNTIME_API, buffer)
                .buffered(BufferTracingKind.MARKER_CORE_API, buffer)
                .build()
                .start();
    }

    // @start region="handler"
    /// Called on the buffer's own thread, when the watermark is reached or the buffer is flushed. The records are
    /// valid only during the call: copy those to keep.
    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            if (record instanceof ApiRecord call) count(call);
        }
        dropped = batch.dropCount(); // since the buffer was created
    }
    // @end

    private void count(ApiRecord call) {
        records++;
        if (call.endNanos() < call.startNanos()) backwards++;
        switch (call.operation()) {
            case HipRuntimeOperation function -> hip.merge(function, 1, Integer::sum);
            case MarkerCoreOperation function -> markers.merge(function, 1, Integer::sum);
            default -> {}
        }
    }

    @Override
    public void close() {
        buffer.flush(); // delivers the records below the watermark
        hip.forEach((function, calls) -> System.err.printf("%5d %s%n", calls, function));
        markers.forEach((function, calls) -> System.err.printf("%5d %s%n", calls, function));
        System.err.printf("%d records, %d end before they start, %d dropped%n", records, backwards, dropped);
    }
}
