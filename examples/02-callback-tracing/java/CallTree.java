import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.StringJoiner;
import java.util.concurrent.atomic.LongAdder;

/// Callback tracing: prints each thread's calls as a tree, its ROC-TX ranges and marks with the HIP calls
/// inside them.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 1
/// ```
public final class CallTree implements Tool {
    private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();

    @Override
    public String name() {
        return "call-tree";
    }

    /// Creates the context and its services, which is only possible here.
    @Override
    public void initialize(Setup setup) {
        OperationFilter hip = OperationFilter.of(
                HipRuntimeOperation.hipMalloc,
                HipRuntimeOperation.hipMemcpyAsync,
                HipRuntimeOperation.hipLaunchKernel,
                HipRuntimeOperation.hipStreamSynchronize);
        // Ranges as one operation: ENTER at roctxRangePush, EXIT at roctxRangePop.
        OperationFilter markers =
                OperationFilter.of(MarkerCoreRangeOperation.roctxMarkA, MarkerCoreRangeOperation.roctxThreadRangeA);
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, hip, this::onCall)
                .callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, markers, this::onCall)
                .build()
                .start();
    }

    // @start region="handler"
    /// Called on the program's thread that makes the call: before it (ENTER) and after it (EXIT).
    private void onCall(CallbackRecord record) {
        if (!(record instanceof ApiCall call)) return;
        int[] depth = this.depth.get();
        if (call.phase() == CallbackPhase.ENTER) {
            System.err.println("  ".repeat(depth[0]) + text(call));
            call.userData(depth[0]++); // EXIT of the same call gets this value back
            return;
        }
        depth[0] = (int) call.userData();
        if (call.kind() == CallbackTracingKind.HIP_RUNTIME_API) {
            calls.increment();
            if (call.result().asLong() != 0) failures.increment();
        }
    }
    // @end

    private static String text(ApiCall call) {
        if (call.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API) {
            return call.argument("message").asString();
        }
        StringJoiner text = new StringJoiner(", ", call.operationName() + "(", ")");
        for (int i = 0; i < call.argumentCount(); i++) {
            ApiValue argument = call.argument(i);
            // Pointers are left out: they differ from run to run.
            if (!argument.isPointer()) text.add(argument.name() + " = " + argument.asText());
        }
        return text.toString();
    }

    /// Called at the end of the program, after all contexts are stopped.
    @Override
    public void close() {
        System.err.println(failures.sum() + " of " + calls.sum() + " HIP calls failed");
    }
}
