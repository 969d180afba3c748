import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLong;

/// A tool whose callbacks dereference null, overflow the stack and collect garbage, for which a JVM uses fault
/// signals. Reports on standard error whether each ended as it should.
public final class FaultingTool implements Tool {
    private static final int REPETITIONS = 300;
    private static final int OFTEN = 100;

    private record Link(Link next) {}

    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong nulls = new AtomicLong();
    private final AtomicLong overflows = new AtomicLong();

    @Override
    public String name() {
        return "faulting";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback)
                .build()
                .start();
    }

    private void onCallback(CallbackRecord record) {
        Link some = new Link(new Link(null));
        for (int i = 0; i < REPETITIONS; i++) follow(some);
        try {
            follow(some.next);
        } catch (NullPointerException expected) {
            nulls.incrementAndGet();
        }
        if (calls.incrementAndGet() % OFTEN != 0) return;
        try {
            overflow(0);
        } catch (StackOverflowError expected) {
            overflows.incrementAndGet();
        }
        System.gc();
    }

    private static Link follow(Link link) {
        return link.next.next;
    }

    private static long overflow(long depth) {
        return overflow(depth + 1) + 1;
    }

    @Override
    public void close() {
        boolean all = nulls.get() == calls.get() && overflows.get() == calls.get() / OFTEN;
        System.err.println((all ? "all of " : "not all of ") + calls.get());
    }
}
