import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// Two contexts, calls and ranges, started and stopped by the tool's own thread until the program ends.
/// Compares sums over all calls: the same calls at ENTER, at EXIT and in the records, none twice. Writes the
/// file STORM_FILE.
public final class StormTool implements Tool {
    /// A lower bound only: the number depends on the machine's load, and with `-Xcheck:jni` each is slow.
    private static final long ENOUGH = 20;

    private final Seen calls = new Seen();
    private final Seen ranges = new Seen();
    private final Thread toggler = new Thread(this::toggle, "storm");
    private volatile boolean ended;
    private long toggles;

    private static long mix(long a, long b) {
        long x = a * 0x9e3779b97f4a7c15L ^ (b + 0x7f4a7c15L) * 0xbf58476d1ce4e5b9L;
        return x ^ x >>> 29;
    }

    private static final class Sum {
        final AtomicLong count = new AtomicLong();
        final AtomicLong sum = new AtomicLong();

        void add(long id, long kind, long operation, long thread) {
            count.getAndIncrement();
            sum.getAndAdd(mix(mix(id, kind), mix(operation, thread)));
        }

        boolean equalTo(Sum other) {
            return count.get() == other.count.get() && sum.get() == other.sum.get();
        }
    }

    /// The events of one context.
    private static final class Seen {
        final Sum enters = new Sum();
        final Sum exits = new Sum();
        final Sum records = new Sum();
        final AtomicLong wrong = new AtomicLong();
        Buffer buffer;
        Context context;

        void onCallback(CallbackRecord record) {
            boolean enter = record.phase() == CallbackPhase.ENTER;
            long stamp = mix(record.correlationId(), record.operationValue());
            if (record.userData() != (enter ? 0 : stamp)) wrong.getAndIncrement();
            if (enter) record.userData(stamp);
            (enter ? enters : exits)
                    .add(record.correlationId(), bufferKind(record.kind()), record.operationValue(), record.threadId());
        }

        void onRecords(RecordBatch batch) {
            for (BufferRecord record : batch) {
                if (record.startNanos() == 0 || record.startNanos() > record.endNanos()) wrong.getAndIncrement();
                records.add(record.correlationId(), record.kindValue(), record.operationValue(), record.threadId());
            }
        }

        private static long bufferKind(CallbackTracingKind kind) {
            if (kind == CallbackTracingKind.MARKER_CORE_RANGE_API) return BufferTracingKind.MARKER_CORE_RANGE_API.value();
            return kind == CallbackTracingKind.MARKER_CORE_API
                    ? BufferTracingKind.MARKER_CORE_API.value()
                    : BufferTracingKind.HIP_RUNTIME_API.value();
        }

        String result() {
            boolean same = enters.equalTo(exits) && enters.equalTo(records);
            boolean some = enters.count.get() > 1000;
            return (same ? "the same calls" : enters.count + " enters, " + exits.count + " exits, " + records.count + " records")
                    + (some ? "" : ", too few: " + enters.count)
                    + ", " + wrong + " wrong, " + buffer.dropCount() + " dropped\n";
        }
    }

    @Override
    public String name() {
        return "storm";
    }

    @Override
    public void initialize(Setup setup) {
        calls.buffer = setup.buffer().size(4096).handler(calls::onRecords).build();
        calls.context = setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, calls::onCallback)
                .callbacks(CallbackTracingKind.MARKER_CORE_API, calls::onCallback)
                .buffered(BufferTracingKind.HIP_RUNTIME_API, calls.buffer)
                .buffered(BufferTracingKind.MARKER_CORE_API, calls.buffer)
                .build();
        ranges.buffer = setup.buffer().size(1 << 16).handler(ranges::onRecords).build();
        ranges.context = setup.context()
                .callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, ranges::onCallback)
                .buffered(BufferTracingKind.MARKER_CORE_RANGE_API, ranges.buffer)
                .build();
        toggler.setDaemon(true);
        toggler.start();
    }

    private void toggle() {
        for (long i = 0; !ended; i++) {
            Seen one = (i & 1) == 0 ? calls : ranges;
            if ((mix(i, 3) >>> 20 & 1) == 0) one.context.start();
            else one.context.stop();
            toggles++;
            Thread.yield();
        }
    }

    @Override
    public void close() {
        try {
            ended = true;
            toggler.join();
            calls.context.stop();
            ranges.context.stop();
            calls.buffer.flush();
            ranges.buffer.flush();
            Files.writeString(
                    Path.of(System.getenv("STORM_FILE")),
                    "calls: " + calls.result() + "ranges: " + ranges.result() + (toggles > ENOUGH ? "" : "few toggles\n"));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
