import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// The Java twin of events_tool.c: the same lines in the same file.
public final class EventsTool implements Tool {
    private static final int FIELDS = 6;
    private static final int CAPACITY = 1 << 18;

    private final String[] names = new String[CAPACITY];
    private final long[] values = new long[CAPACITY * FIELDS];
    private final AtomicInteger count = new AtomicInteger();
    private Buffer buffer;

    @Override
    public String name() {
        return "events";
    }

    @Override
    public void initialize(Setup setup) {
        ContextBuilder context = setup.context();
        if ("buffer".equals(System.getenv("EVENTS"))) {
            buffer = setup.buffer().size(65536).handler(this::onRecords).build();
            context.buffered(BufferTracingKind.HIP_RUNTIME_API, buffer);
            context.buffered(BufferTracingKind.HSA_CORE_API, buffer);
            context.buffered(BufferTracingKind.HSA_AMD_EXT_API, buffer);
            context.buffered(BufferTracingKind.MARKER_CORE_API, buffer);
        } else {
            context.callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCallback);
            context.callbacks(CallbackTracingKind.HSA_CORE_API, this::onCallback);
            context.callbacks(CallbackTracingKind.HSA_AMD_EXT_API, this::onCallback);
            context.callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback);
        }
        context.build().start();
    }

    private void onCallback(CallbackRecord record) {
        long now = Profiler.timestampNanos();
        if (record.phase() == CallbackPhase.ENTER) record.userData(now);
        put(
                record.kind() + " " + record.operationName(),
                record.phase().value(),
                record.threadId(),
                record.correlationId(),
                record.ancestorCorrelationId(),
                record.userData(),
                now);
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            put(
                    record.kind() + " " + record.operationName(),
                    0,
                    record.threadId(),
                    record.correlationId(),
                    record.ancestorCorrelationId(),
                    record.startNanos(),
                    record.endNanos());
        }
    }

    private void put(String name, long... fields) {
        int place = count.getAndIncrement();
        names[place] = name;
        System.arraycopy(fields, 0, values, place * FIELDS, FIELDS);
    }

    @Override
    public void close() {
        if (buffer != null) buffer.flush();
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(System.getenv("EVENTS_FILE"))))) {
            for (int i = 0, end = count.get(); i < end; i++) {
                int at = i * FIELDS;
                // Java has no thread id to compare with, so the record's is printed twice.
                out.println(values[at] + " " + names[i] + " " + (values[at] == 0 ? 0 : values[at + 1]) + " " + values[at + 1]
                        + " " + values[at + 2] + " " + values[at + 3] + " " + values[at + 4] + " " + values[at + 5]);
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
