import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLong;

/// Several tools: counts HIP calls, or only the first N of them, while other tools see every call.
///
/// `JAVA_STOPS_AFTER=N` is the number of calls after which this tool stops; without it, the tool never stops.
///
/// ```
/// JAVA_STOPS_AFTER=5 ROCP_TOOL_LIBRARIES=./tool.so ROCPROFILER_JAVA_TOOLS=./tool.jar \
///     ../01-matrix-transpose/transpose 16 1
/// ```
public final class JavaTool implements Tool {
    private final long last = Long.parseLong(System.getenv().getOrDefault("JAVA_STOPS_AFTER", "0"));
    private final AtomicLong entered = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();

    private Context context;

    @Override
    public String name() {
        return "Java tool";
    }

    @Override
    public void initialize(Setup setup) {
        System.err.printf("%s: configured, %d before it%n", name(), setup.priority());
        context = setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCall)
                .build();
        context.start();
    }

    private void onCall(CallbackRecord call) {
        if (call.phase() == CallbackPhase.EXIT) {
            returned.incrementAndGet();
        } else if (entered.incrementAndGet() == last) {
            // Stops this context only. Allowed on any thread and inside a call, whose EXIT is still reported.
            context.stop();
        }
    }

    @Override
    public void close() {
        System.err.printf("%s: %d calls entered, %d returned%n", name(), entered.get(), returned.get());
    }
}
