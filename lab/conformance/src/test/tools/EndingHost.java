import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Event;

/// EndingHost END: a Java program whose tool writes an event for the flight recorder when it is closed, with the
/// number of records received, and whose shutdown hooks call HIP.
///
/// return, exit, throw, signal   how it ends    busy  exit, while daemon threads call    halt  without hooks
/// plain  without its own tool
public final class EndingHost implements Tool {
    private static final MethodHandle GET_DEVICE = Linker.nativeLinker()
            .downcallHandle(
                    SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global()).findOrThrow("hipGetDevice"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final int CALLS = 100;
    private static final int HOOKS = 8;
    private static final int CALLS_OF_A_HOOK = 10;

    private long records;

    static final class Closed extends Event {
        long records;
    }

    private EndingHost() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (!args[0].equals("plain")) Profiler.register(new EndingHost());
        for (int i = 0; i < HOOKS; i++)
            Runtime.getRuntime().addShutdownHook(new Thread(() -> calls(CALLS_OF_A_HOOK)));
        calls(CALLS);
        switch (args[0]) {
            case "exit" -> System.exit(3);
            case "throw" -> throw new IllegalStateException("on purpose");
            case "signal" -> {
                new ProcessBuilder("kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
                new CountDownLatch(1).await();
            }
            case "busy" -> {
                for (int i = 0; i < 2; i++) Thread.ofPlatform().daemon().start(() -> calls(Integer.MAX_VALUE));
                System.exit(3);
            }
            case "halt" -> Runtime.getRuntime().halt(3);
            default -> {}
        }
    }

    private static void calls(int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(JAVA_LONG);
            for (int i = 0; i < count; i++)
                if ((int) GET_DEVICE.invokeExact(device) != 0) throw new IllegalStateException("hipGetDevice");
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public String name() {
        return "ending";
    }

    @Override
    public void initialize(Setup setup) {
        Buffer buffer =
                setup.buffer().size(1 << 16).handler(batch -> records += batch.size()).build();
        setup.context().buffered(BufferTracingKind.HIP_RUNTIME_API, buffer).build().start();
    }

    @Override
    public void close() {
        for (int i = 0; i < CALLS; i++) {
            Closed closed = new Closed();
            closed.records = records;
            closed.commit();
        }
    }
}
