import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.OmptEvent;
import io.rocprofiler.sdk.OmptRecord;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The Java twin of ompt_tool.c, with callbacks and records: writes the same lines, with fewer arguments, to the
/// file OMPT_JAVA_FILE.
public final class OmptTool implements Tool {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private Buffer buffer;

    @Override
    public String name() {
        return "ompt-java";
    }

    @Override
    public void initialize(Setup setup) {
        buffer = setup.buffer().size(1 << 16).handler(this::onRecords).build();
        setup.context()
                .callbacks(CallbackTracingKind.OMPT, this::onCallback)
                .buffered(BufferTracingKind.OMPT, buffer)
                .build()
                .start();
    }

    private void onCallback(CallbackRecord record) {
        long now = Profiler.timestampNanos();
        if (record.userData() == 0) record.userData(now);
        String arguments = "";
        if (record instanceof OmptEvent event && event.operation() == OmptOperation.PARALLEL_BEGIN) {
            arguments = " " + event.argument("requested_parallelism");
        }
        lines.add(line(
                record.phase().name(),
                record.operationName(),
                record.threadId(),
                record.correlationId(),
                record.externalCorrelationId(),
                record.ancestorCorrelationId(),
                record.userData(),
                now,
                arguments));
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            String arguments = "";
            if (record instanceof OmptRecord event && event.operation() == OmptOperation.TARGET_EMI) {
                arguments = " device_num=" + event.deviceNumber();
            }
            lines.add(line(
                    "RECORD",
                    record.operationName(),
                    record.threadId(),
                    record.correlationId(),
                    record.externalCorrelationId(),
                    record.ancestorCorrelationId(),
                    record.startNanos(),
                    record.endNanos(),
                    arguments));
        }
    }

    private static String line(
            String phase,
            String operation,
            long thread,
            long internal,
            long external,
            long ancestor,
            long start,
            long end,
            String arguments) {
        return phase + " " + operation + " thread=" + thread + " id=" + internal + "/" + external + "<" + ancestor
                + " start=" + start + " end=" + end + arguments;
    }

    @Override
    public void close() {
        buffer.flush();
        try {
            Files.write(Path.of(System.getenv("OMPT_JAVA_FILE")), lines);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
