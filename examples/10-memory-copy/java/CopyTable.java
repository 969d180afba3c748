import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/// Memory copy: counts the copies in each direction and the bytes they moved.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 8
/// ```
public final class CopyTable implements Tool {
    private final AtomicLongArray copies = new AtomicLongArray(MemoryCopyOperation.values().length);
    private final AtomicLongArray bytes = new AtomicLongArray(copies.length());
    private final LongAdder asked = new LongAdder();
    private final LongAdder done = new LongAdder();
    private final LongAdder strange = new LongAdder();

    @Override
    public String name() {
        return "copy-table";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.MEMORY_COPY, this::onCopy)
                .build()
                .start();
    }

    /// Called for ENTER on the thread that requests the copy, and for EXIT on a thread of the runtime when the copy
    /// is done. EXIT gets the `userData` that ENTER of the same copy left.
    private void onCopy(CallbackRecord record) {
        if (!(record instanceof MemoryCopy copy)) return;
        if (copy.phase() == CallbackPhase.ENTER) {
            asked.increment();
            copy.userData(Profiler.timestampNanos());
            return;
        }
        done.increment();
        // A copy starts after its request; its times are in the clock of Profiler.timestampNanos.
        if (copy.startNanos() < copy.userData() || copy.endNanos() < copy.startNanos()) strange.increment();
        copies.incrementAndGet(copy.operationValue());
        bytes.addAndGet(copy.operationValue(), copy.sizeBytes());
    }

    @Override
    public void close() {
        for (MemoryCopyOperation direction : MemoryCopyOperation.values()) {
            long count = copies.get(direction.value());
            if (count > 0)
                System.err.printf("%5d %s, %d bytes%n", count, direction.operationName(), bytes.get(direction.value()));
        }
        System.err.printf(
                "%d copies asked for, %d done, %d with strange times%n", asked.sum(), done.sum(), strange.sum());
    }
}
