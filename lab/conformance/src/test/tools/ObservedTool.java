import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/// The Java twin of observed_tool.c.
public final class ObservedTool implements Tool {
    private final FileChannel file = open();
    private final long sleepMillis = Long.parseLong(System.getenv().getOrDefault("OBSERVED_SLEEP", "0"));
    private long computeMillis = Long.parseLong(System.getenv().getOrDefault("OBSERVED_COMPUTE", "0"));

    private static FileChannel open() {
        try {
            Path path = Path.of(System.getenv("OBSERVED_FOLDER"), Long.toString(ProcessHandle.current().pid()));
            return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "observed";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.KERNEL_DISPATCH, record -> {
                    if (record instanceof KernelDispatch dispatch && dispatch.endNanos() != 0) {
                        takeTime();
                        write();
                    }
                })
                .build()
                .start();
    }

    private void takeTime() {
        LockSupport.parkNanos(sleepMillis * 1_000_000);
        long start = System.nanoTime();
        while (System.nanoTime() - start < computeMillis * 1_000_000) Thread.onSpinWait();
        computeMillis = 0;
    }

    private void write() {
        try {
            file.write(ByteBuffer.wrap(new byte[] {'k'}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
