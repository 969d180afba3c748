import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.ExternalCorrelationIdRequestKind;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// External correlation: records that carry the program's own numbers. There are two ways to attach them, each
/// shown with its own context:
///
/// - push and pop: the number of the request that the thread serves, from the range around it;
/// - request: the number of the current wave, which the SDK requests at every call.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ./requests
/// ```
public final class ByRequest implements Tool {
    private final CallCounts byRequest = new CallCounts();
    private final CallCounts byWave = new CallCounts();
    private volatile long wave;

    private Context requests;

    @Override
    public String name() {
        return "by-request";
    }

    @Override
    public void initialize(Setup setup) {
        // @start region="requests"
        requests = setup.context()
                .buffered(BufferTracingKind.HIP_RUNTIME_API, byRequest.buffer(setup))
                .build();
        Context waves = setup.context()
                .buffered(BufferTracingKind.HIP_RUNTIME_API, byWave.buffer(setup))
                .externalCorrelationIds(
                        Set.of(ExternalCorrelationIdRequestKind.HIP_RUNTIME_API), (kind, operation, id) -> wave)
                .build();
        // @end
        OperationFilter markers =
                OperationFilter.of(MarkerCoreRangeOperation.roctxMarkA, MarkerCoreRangeOperation.roctxThreadRangeA);
        setup.context()
                .callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, markers, this::onMarker)
                .build()
                .start();
        requests.start();
        waves.start();
    }

    private void onMarker(CallbackRecord record) {
        if (!(record instanceof ApiCall marker)) return;
        boolean enters = marker.phase() == CallbackPhase.ENTER;
        if (marker.operation() == MarkerCoreRangeOperation.roctxMarkA) {
            if (enters) wave = number(marker, "wave ");
        } else if (enters) {
            // For a range that is not a request, 0 hides the request around it.
            requests.pushExternalCorrelationId(number(marker, "request "));
        } else {
            requests.popExternalCorrelationId();
        }
    }

    /// The number after `word` in the marker's message, or 0.
    private static long number(ApiCall marker, String word) {
        String message = marker.argument("message").asString();
        return message != null && message.startsWith(word) ? Long.parseLong(message.substring(word.length())) : 0;
    }

    @Override
    public void close() {
        byRequest.print("request");
        byWave.print("wave");
    }

    /// HIP records of one context, counted by the external id that they carry.
    private static final class CallCounts {
        private final Map<Long, Integer> calls = new TreeMap<>(); // used only by the thread that delivers the buffer

        private Buffer buffer;

        Buffer buffer(Setup setup) {
            buffer = setup.buffer().handler(this::onRecords).build();
            return buffer;
        }

        private void onRecords(RecordBatch batch) {
            for (BufferRecord record : batch) {
                calls.merge(record.externalCorrelationId(), 1, Integer::sum);
            }
        }

        void print(String what) {
            buffer.flush();
            calls.forEach((number, count) -> System.err.printf("%5d HIP calls of %s %d%n", count, what, number));
        }
    }
}
