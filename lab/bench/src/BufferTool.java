import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// The tool in Java that does what `tool.c` does with buffers: records of marks and HIP calls, lossless, thrown away by
/// the buffer's handler. `BENCH_JAVA` is `buffer64k` or `buffer4m`; with anything else, it does nothing.
public final class BufferTool implements Tool {
    @Override
    public String name() {
        return "buffers";
    }

    @Override
    public void initialize(Setup setup) {
        String how = System.getenv("BENCH_JAVA");
        if (!how.startsWith("buffer")) return;
        long size = how.equals("buffer4m") ? 4 << 20 : 64 << 10;
        Buffer buffer = setup.buffer()
                .size(size)
                .watermark(size / 8 * 7)
                .handler(batch -> {})
                .build();
        setup.context()
                .buffered(BufferTracingKind.MARKER_CORE_API, buffer)
                .buffered(BufferTracingKind.HIP_RUNTIME_API, buffer)
                .build()
                .start();
    }
}
