import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A Java tool that counts its callbacks and records in the page of page.h.
public final class SoakTool implements Tool {
    private static final int FUNCTIONS = 11;
    private static final int INFO = 5;
    private static final int ENTERS = 0;
    private static final int EXITS = 1;
    private static final int RECORDS = 2;
    private static final List<String> HIP = List.of(
            "hipMemcpy2D", "hipTexRefSetMipmapLevelClamp", "hipGetDevice", "hipMemsetAsync", "hipFree");
    private static final List<String> MARKER =
            List.of("roctxMarkA", "roctxRangePushA", "roctxRangePop", "roctxRangeStartA", "roctxRangeStop");
    private static final int ROWS = 8192;
    private static final long ROW_BYTES = 8 + 8L * 4 * FUNCTIONS;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final long process = ProcessHandle.current().pid();
    private MemorySegment page;
    private Buffer buffer;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public void initialize(Setup setup) {
        try (FileChannel file = FileChannel.open(
                Path.of(System.getenv("SOAK_JAVA_PAGE")),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            page = file.map(FileChannel.MapMode.READ_WRITE, 0, ROWS * ROW_BYTES, Arena.global());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        buffer = setup.buffer().size(8192).handler(this::onRecords).build();
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCallback)
                .callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback)
                .callbacks(CallbackTracingKind.HSA_CORE_API, this::onCallback)
                .buffered(BufferTracingKind.HIP_RUNTIME_API, buffer)
                .buffered(BufferTracingKind.MARKER_CORE_API, buffer)
                .buffered(BufferTracingKind.HSA_CORE_API, buffer)
                .build()
                .start();
    }

    private static int function(Enum<?> kind, Operation operation) {
        return switch (kind.name()) {
            case "HIP_RUNTIME_API" -> HIP.indexOf(operation.operationName());
            case "MARKER_CORE_API" -> MARKER.indexOf(operation.operationName()) < 0
                    ? -1
                    : INFO + 1 + MARKER.indexOf(operation.operationName());
            default -> operation.operationName().equals("hsa_system_get_info") ? INFO : -1;
        };
    }

    private void add(long thread, int stage, int function) {
        if (function < 0) return;
        long key = process << 32 | thread;
        int at = (int) thread * (int) 2654435761L;
        for (int i = 0; i < ROWS; i++, at++) {
            long row = Integer.remainderUnsigned(at, ROWS) * ROW_BYTES;
            long found = (long) LONG.getVolatile(page, row);
            if (found == 0) found = (long) LONG.compareAndExchange(page, row, 0L, key);
            if (found != 0 && found != key) continue;
            LONG.getAndAdd(page, row + 8 + 8L * (stage * FUNCTIONS + function), 1L);
            return;
        }
    }

    private void onCallback(CallbackRecord record) {
        boolean enter = record.phase() == CallbackPhase.ENTER;
        boolean known = enter || record.userData() == record.correlationId();
        if (enter) record.userData(record.correlationId());
        if (known) add(record.threadId(), enter ? ENTERS : EXITS, function(record.kind(), record.operation()));
    }

    private void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) add(record.threadId(), RECORDS, function(record.kind(), record.operation()));
    }

    @Override
    public void close() {
        buffer.flush();
    }
}
