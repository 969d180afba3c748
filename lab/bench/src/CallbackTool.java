import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// The tool in Java of the benchmark's callers: callbacks at ENTER and EXIT. `BENCH_JAVA` says what they do:
///
/// - `nothing`
/// - `phase`: they read the phase
/// - `look`: they read the phase, the id and one argument
/// - `kernels`: nothing, for kernels instead of calls
///
/// They write nothing, because all threads share the tool. With anything else, it does nothing.
public final class CallbackTool implements Tool {
    @Override
    public String name() {
        return "callbacks";
    }

    @Override
    public void initialize(Setup setup) {
        String how = System.getenv("BENCH_JAVA");
        CallbackHandler handler =
                switch (how) {
                    case "nothing", "kernels" -> record -> {};
                    case "phase" -> CallbackTool::phase;
                    case "look" -> CallbackTool::look;
                    default -> null;
                };
        if (handler == null) return;
        boolean kernels = how.equals("kernels");
        setup.context()
                .callbacks(
                        kernels ? CallbackTracingKind.KERNEL_DISPATCH : CallbackTracingKind.HIP_RUNTIME_API, handler)
                .build()
                .start();
    }

    private static void phase(CallbackRecord record) {
        if (record.phase().value() < 0) throw new IllegalStateException();
    }

    private static void look(CallbackRecord record) {
        phase(record);
        boolean isRight = record.correlationId() > 0
                && record instanceof ApiCall call
                && call.argument("value").asLong() == 7;
        if (!isRight) throw new IllegalStateException();
    }
}
