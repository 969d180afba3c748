import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// The tool in Java of the benchmark's callers: callbacks at ENTER and EXIT. `BENCH_JAVA` says what they do:
///
/// - `nothing`
/// - `count`: they count, and read the phase
/// - `look`: they read the phase, the id and one argument
public final class CallbackTool implements Tool {
    private long events;
    private long sum;

    @Override
    public String name() {
        return "callbacks";
    }

    @Override
    public void initialize(Setup setup) {
        String how = System.getenv("BENCH_JAVA");
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, switch (how) {
                    case "nothing" -> record -> {};
                    case "count" -> this::count;
                    default -> this::look;
                })
                .build()
                .start();
    }

    private void count(CallbackRecord record) {
        events += record.phase().value();
    }

    private void look(CallbackRecord record) {
        events += record.phase().value();
        sum += record.internalCorrelationId();
        if (record instanceof ApiCall call) sum += call.argument("value").asLong();
    }
}
