import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// JFR bridge: an event of one's own for each copy that the program asks for, in Java Flight Recorder.
///
/// ```
/// ROCPROFILER_JAVA_OPTIONS=-XX:StartFlightRecording:filename=copies.jfr \
///     ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class JfrBridge implements Tool, CallObserver<JfrBridge.Copy> {

    @Name("example.Copy")
    @Label("Copy")
    static final class Copy extends Event {
        @Label("Size")
        @DataAmount
        long sizeBytes;

        boolean failed;
    }

    @Override
    public String name() {
        return "jfr-bridge";
    }

    // @start region="observer"
    @Override
    public void initialize(Setup setup) {
        OperationFilter copies = OperationFilter.of(HipRuntimeOperation.hipMemcpy, HipRuntimeOperation.hipMemcpyAsync);
        setup.context().calls(CallbackTracingKind.HIP_RUNTIME_API, copies, this).start();
    }

    @Override
    public Copy enter(ApiCall call) {
        Copy copy = new Copy();
        copy.sizeBytes = call.argument("sizeBytes").asLong();
        copy.begin();
        return copy;
    }

    @Override
    public void exit(ApiCall call, Copy copy) {
        copy.failed = call.result().asLong() != 0;
        copy.commit(); // writes it if a recording wants it
    }
    // @end
}
