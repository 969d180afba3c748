import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Kernel dispatch: prints how often each kernel ran and with which size, and counts launches by hipLaunchKernel.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class KernelTable implements Tool {
    private static final int BUFFER_BYTES = 1 << 16;

    // Names arrive when code is loaded, on the threads that load it.
    private final Map<Long, String> names = new ConcurrentHashMap<>();

    // Written only by the thread that delivers the buffer, as are the fields below: each kernel's last dispatch,
    // and the number of its dispatches.
    private final Map<Long, KernelDispatchRecord> lasts = new TreeMap<>();
    private final Map<Long, Integer> counts = new TreeMap<>();

    // Correlation ids. A kernel's record may arrive before that of the call that launched it.
    private final Set<Long> launched = new HashSet<>();
    private final List<Long> dispatched = new ArrayList<>();
    private long backwards;
    private long dropped;

    private Buffer buffer;

    @Override
    public String name() {
        return "kernel-table";
    }

    @Override
    public void initialize(Setup setup) {
        // A separate context that always runs: one started later misses the code that is already loaded.
        setup.context()
                .callbacks(CallbackTracingKind.CODE_OBJECT, this::onCodeObject)
                .build()
                .start();
        buffer = setup.buffer().size(BUFFER_BYTES).handler(this::onRecords).build();
        setup.context()
                .buffered(BufferTracingKind.KERNEL_DISPATCH, buffer)
                .buffered(
                        BufferTracingKind.HIP_RUNTIME_API,
                        OperationFilter.of(HipRuntimeOperation.hipLaunchKernel),
                        buffer)
                .build()
                .start();
    }

    private void onCodeObject(CallbackRecord record) {
        if (record instanceof KernelSymbol kernel && kernel.phase() == CallbackPhase.LOAD)
            names.put(kernel.kernelId(), kernel.kernelName());
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            switch (record) {
                case KernelDispatchRecord dispatch -> onDispatch(dispatch);
                case ApiRecord call -> launched.add(call.correlationId());
                default -> {}
            }
        }
        dropped = batch.dropCount(); // since the buffer was created
    }

    private void onDispatch(KernelDispatchRecord dispatch) {
        dispatched.add(dispatch.correlationId());
        // Times are GPU times, in the clock of Profiler.timestampNanos.
        if (dispatch.endNanos() < dispatch.startNanos()) backwards++;
        counts.merge(dispatch.kernelId(), 1, Integer::sum);
        lasts.put(dispatch.kernelId(), dispatch.copy());
    }

    @Override
    public void close() {
        buffer.flush(); // the records below the watermark; work in flight has completed
        lasts.forEach((kernel, last) -> System.err.printf(
                "%5d %s of %dx%dx%d work-items in groups of %dx%dx%d%n",
                counts.get(kernel),
                names.get(kernel),
                last.gridSizeX(),
                last.gridSizeY(),
                last.gridSizeZ(),
                last.workgroupSizeX(),
                last.workgroupSizeY(),
                last.workgroupSizeZ()));
        System.err.printf(
                "%d dispatches, %d of hipLaunchKernel, %d end before they start, %d dropped%n",
                dispatched.size(),
                dispatched.stream().filter(launched::contains).count(),
                backwards,
                dropped);
    }
}
