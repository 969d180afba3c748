import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The Java twin of told_tool.c.
public final class ToldTool implements Tool {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private MemorySegment told;

    @Override
    public String name() {
        return "told";
    }

    @Override
    public void initialize(Setup setup) {
        try (FileChannel file = FileChannel.open(
                Path.of(System.getenv("TOLD")),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            told = file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES, Arena.global());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ContextBuilder context = setup.context();
        context.callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::onCall);
        context.callbacks(CallbackTracingKind.MARKER_CORE_API, this::onCall);
        context.build().start();
    }

    private void onCall(CallbackRecord record) {
        if (record.phase() == CallbackPhase.ENTER) {
            long before = (long) WORD.getAndAdd(told, 0L, 1L);
            assert before >= 0;
        }
    }
}
