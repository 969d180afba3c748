import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLong;

/// Starts a thread for each call reported to it, and prints the number of both at the end.
public final class ThreadingTool implements Tool {
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong ran = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    @Override
    public String name() {
        return "threading";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, record -> onCallback())
                .build()
                .start();
    }

    private void onCallback() {
        calls.incrementAndGet();
        try {
            Thread thread = new Thread(ran::incrementAndGet);
            thread.start();
            thread.join();
        } catch (OutOfMemoryError none) {
            refused.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        System.err.println("calls " + calls + ", ran " + ran + ", refused " + refused);
    }
}
