import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The Java twin of trio_tool.cpp. TRIO_java=HOW: `WHAT-PLACE`, where WHAT is `throw`, `overflow` (the stack),
/// `exhaust` (the heap), or `block`, and PLACE is `constructor`, `name`, `initialize`, `callback`, `records`
/// or `close`.
public final class TrioTool implements Tool {
    private static final String HOW = System.getenv().getOrDefault("TRIO_java", "");
    private static final long EXPECTED = Long.parseLong(System.getenv("TRIO_CALLS"));

    private final AtomicLong enters = new AtomicLong();
    private final AtomicLong exits = new AtomicLong();
    private final AtomicLong records = new AtomicLong();
    private Buffer buffer;

    public TrioTool() {
        misbehave("constructor");
    }

    private void misbehave(String place) {
        switch (HOW.endsWith("-" + place) ? HOW.substring(0, HOW.indexOf('-')) : "") {
            case "throw" -> throw new IllegalStateException(place);
            case "overflow" -> overflow(0);
            case "exhaust" -> exhaust();
            case "block" -> block(place);
            default -> {}
        }
    }

    private static long overflow(long depth) {
        return overflow(depth + 1) + 1;
    }

    /// Exhausts all memory and then releases it.
    private static void exhaust() {
        List<byte[]> all = new ArrayList<>();
        while (true) all.add(new byte[1 << 20]);
    }

    private void block(String place) {
        if (place.equals("records")) while (exits.get() < EXPECTED) Thread.onSpinWait();
        else while (true) Thread.onSpinWait();
    }

    @Override
    public String name() {
        misbehave("name");
        return "java";
    }

    @Override
    public void initialize(Setup setup) {
        buffer = setup.buffer()
                .size(1 << 20)
                .watermark(1 << 14)
                .handler(this::onRecords)
                .build();
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCallback)
                .callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCallback)
                .build()
                .start();
        setup.context()
                .buffered(BufferTracingKind.HIP_RUNTIME_API, buffer)
                .buffered(BufferTracingKind.MARKER_CORE_API, buffer)
                .build()
                .start();
        misbehave("initialize");
    }

    private void onCallback(CallbackRecord record) {
        (record.phase() == CallbackPhase.ENTER ? enters : exits).getAndIncrement();
        misbehave("callback");
    }

    private void onRecords(RecordBatch batch) {
        records.getAndAdd(batch.size());
        misbehave("records");
    }

    @Override
    public void close() {
        misbehave("close");
        buffer.flush();
        try {
            Files.writeString(
                    Path.of("java.txt"),
                    "%d enters, %d exits, %d records, %d dropped\n"
                            .formatted(enters.get(), exits.get(), records.get(), buffer.dropCount()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
