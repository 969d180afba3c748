import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.roctx.Roctx;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.ContextBuilder;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Event;

/// EndingHost END [HOW]: a Java program whose tool writes an event for the flight recorder when it is closed, with the
/// number of calls it has heard of, and whose shutdown hooks call HIP.
///
/// return, exit, throw, signal   how it ends    busy  exit, while daemon threads call    halt  without hooks
/// plain  without its own tool    buffered, callbacks, calls, ranges  how the tool listens
///
/// The last hook to end says how many calls had been made by then, and of how many the tool has heard.
public final class EndingHost implements Tool {
    private static final MethodHandle GET_DEVICE = Linker.nativeLinker()
            .downcallHandle(
                    SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global()).findOrThrow("hipGetDevice"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final int CALLS = 100;
    private static final int HOOKS = 8;
    private static final int CALLS_OF_A_HOOK = 10;

    private static final AtomicLong MADE = new AtomicLong();
    private static final AtomicInteger RUNNING = new AtomicInteger(HOOKS);

    private final String how;
    private final LongAdder heard = new LongAdder();

    static final class Closed extends Event {
        long records;
    }

    private EndingHost(String how) {
        this.how = how;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        EndingHost tool = new EndingHost(args.length > 1 ? args[1] : "buffered");
        if (!args[0].equals("plain")) Profiler.register(tool);
        for (int i = 0; i < HOOKS; i++) Runtime.getRuntime().addShutdownHook(new Thread(() -> hook(tool)));
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

    private static void hook(EndingHost tool) {
        calls(CALLS_OF_A_HOOK);
        if (RUNNING.decrementAndGet() == 0) System.out.println(MADE.get() + " made, " + tool.heard.sum() + " heard");
    }

    private static void calls(int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(JAVA_LONG);
            for (int i = 0; i < count; i++) {
                Roctx.mark("call");
                if ((int) GET_DEVICE.invokeExact(device) != 0) throw new IllegalStateException("hipGetDevice");
                MADE.incrementAndGet();
            }
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
        ContextBuilder context = setup.context();
        switch (how) {
            case "callbacks" -> context.callbacks(CallbackTracingKind.HIP_RUNTIME_API, this::hear);
            case "ranges" -> context.callbacks(CallbackTracingKind.MARKER_CORE_RANGE_API, this::hear);
            case "calls" -> context.calls(CallbackTracingKind.HIP_RUNTIME_API, new Observer());
            default -> {
                Buffer buffer = setup.buffer()
                        .size(1 << 16)
                        .handler(batch -> heard.add(batch.size()))
                        .build();
                context.buffered(BufferTracingKind.HIP_RUNTIME_API, buffer);
            }
        }
        context.build().start();
    }

    private void hear(CallbackRecord record) {
        if (record.phase() != CallbackPhase.EXIT) heard.increment();
    }

    private final class Observer implements CallObserver<Object> {
        @Override
        public Object enter(ApiCall call) {
            heard.increment();
            return call;
        }

        @Override
        public void exit(ApiCall call, Object entered) {}
    }

    @Override
    public void close() {
        for (int i = 0; i < CALLS; i++) {
            Closed closed = new Closed();
            closed.records = heard.sum();
            closed.commit();
        }
    }
}
