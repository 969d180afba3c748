import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.OperationFilter;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLong;

/// Reads every property of a call that is available without creating an object, and prints a summary at the end.
public final class ReadingTool implements Tool {
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong exits = new AtomicLong();

    @Override
    public String name() {
        return "reading";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(
                        CallbackTracingKind.HIP_RUNTIME_API,
                        OperationFilter.of(HipRuntimeOperation.hipGetDevice),
                        this::onCallback)
                .build()
                .start();
    }

    private void onCallback(CallbackRecord record) {
        switch (record) {
            case ApiCall call when call.phase() == CallbackPhase.ENTER -> {
                call.userData(call.correlationId());
                if (call.argument("deviceId").asAddress() != 0) entries.getAndIncrement();
            }
            case ApiCall call -> {
                boolean same = call.userData() == call.correlationId()
                        && call.operation() == HipRuntimeOperation.hipGetDevice
                        && call.argument(0).asLong() != 0
                        && call.argumentCount() == 1
                        && call.hasResult()
                        && call.result().asInt() == 0
                        && call.threadId() != 0;
                if (same) exits.getAndIncrement();
            }
            default -> throw new IllegalStateException(record.toString());
        }
    }

    @Override
    public void close() {
        System.out.println("entries: " + entries + ", exits: " + exits);
    }
}
