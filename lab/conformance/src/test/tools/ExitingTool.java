import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLong;

/// A tool that tries to end the process, or to take its signals. EXITING=HOW-PLACE: HOW is `exit`, `halt` or
/// `signal`, PLACE is `initialize`, `callback`, `records`, `thread`, `last` (records that come while the tool is
/// finalized) or `close`.
public final class ExitingTool implements Tool {
    private static final String HOW = System.getenv("EXITING");

    private final AtomicLong calls = new AtomicLong();

    @Override
    public String name() {
        return "exiting";
    }

    private void leave(String place) {
        switch (HOW.endsWith("-" + place) ? HOW.substring(0, HOW.indexOf('-')) : "") {
            case "exit" -> System.exit(3);
            case "halt" -> Runtime.getRuntime().halt(3);
            case "signal" -> takeSignal();
            default -> {}
        }
    }

    private static void takeSignal() {
        try {
            sun.misc.Signal.handle(new sun.misc.Signal("USR1"), signal -> {});
        } catch (IllegalArgumentException refused) {
            System.err.println("refused: " + refused.getMessage());
        }
    }

    @Override
    public void initialize(Setup setup) throws InterruptedException {
        Buffer buffer = setup.buffer()
                .size(HOW.endsWith("-last") ? 1 << 20 : 1 << 14)
                .watermark(HOW.endsWith("-last") ? 1 << 20 : 1 << 13)
                .handler(batch -> onRecords())
                .build();
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, record -> onCallback())
                .buffered(BufferTracingKind.HIP_RUNTIME_API, buffer)
                .build()
                .start();
        Thread thread = new Thread(() -> leave("thread"));
        thread.start();
        thread.join();
        leave("initialize");
    }

    private void onRecords() {
        leave("records");
        leave("last");
    }

    private void onCallback() {
        calls.incrementAndGet();
        leave("callback");
    }

    @Override
    public void close() {
        leave("close");
        System.err.println("closed after " + calls);
    }
}
