import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/// Pause and resume: counts HIP calls, but not while the program has paused its profiler with ROC-TX.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ./phases
/// ```
public final class PauseResume implements Tool {
    private final AtomicLongArray counts = new AtomicLongArray(HipRuntimeOperation.values().length);
    private final LongAdder pauses = new LongAdder();

    private Context calls;

    @Override
    public String name() {
        return "pause-resume";
    }

    @Override
    public void initialize(Setup setup) {
        calls = setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCall)
                .build();
        // A separate context that always runs: the one that is stopped would never see Resume.
        setup.context()
                .callbacks(CallbackTracingKind.MARKER_CONTROL_API, this::onControl)
                .build()
                .start();
        calls.start();
    }

    private void onCall(CallbackRecord call) {
        if (call.phase() == CallbackPhase.EXIT) counts.incrementAndGet(call.operationValue());
    }

    /// Stops before Pause and starts after Resume, so that the profile contains neither.
    private void onControl(CallbackRecord call) {
        if (call.operation() == MarkerControlOperation.roctxProfilerPause && call.phase() == CallbackPhase.ENTER) {
            if (calls.stop()) pauses.increment(); // false for a second Pause in a row
        } else if (call.operation() == MarkerControlOperation.roctxProfilerResume
                && call.phase() == CallbackPhase.EXIT) {
            calls.start();
        }
    }

    @Override
    public void close() {
        for (HipRuntimeOperation function : HipRuntimeOperation.values()) {
            long count = counts.get(function.value());
            if (count > 0) System.err.printf("%5d %s%n", count, function);
        }
        System.err.printf("%5d pauses%n", pauses.sum());
    }
}
