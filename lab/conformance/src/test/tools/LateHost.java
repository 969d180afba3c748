import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.roctx.Roctx;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Registration;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// LateHost CASE: a Java program that uses HIP and ROC-TX and registers a tool later. Prints the tool's events.
///
/// calls   from one thread    threads  while others call    closed  calls after the tool was closed
/// twice   two tools, one after the other
/// race    the first calls of threads and the registration at once
public final class LateHost implements Tool {
    private static final MethodHandle GET_DEVICE = Linker.nativeLinker()
            .downcallHandle(
                    SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global()).findOrThrow("hipGetDevice"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final AtomicLong HEARD = new AtomicLong();
    private static final AtomicLong MARKS = new AtomicLong();
    private static final AtomicLong AFTER = new AtomicLong();
    private static final int THREADS = 4;

    private LateHost() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "calls" -> {
                calls(100);
                Roctx.mark("early");
                System.out.println("listening " + Roctx.isListening());
                System.out.println(Profiler.register(new LateHost()).earlierRuntimes());
                System.out.println("listening " + Roctx.isListening());
                calls(1000);
                Roctx.mark("late");
                System.out.println("heard " + HEARD + " " + MARKS);
            }
            case "threads" -> threads(true);
            case "race" -> threads(false);
            case "closed" -> {
                calls(1);
                Registration registration = Profiler.register(new LateHost());
                calls(10);
                registration.close();
                registration.close();
                calls(100);
                System.out.println("heard " + HEARD);
            }
            case "twice" -> {
                calls(1);
                Profiler.register(new LateHost());
                calls(1000);
                List<String> earlier = Profiler.register(new LateHost()).earlierRuntimes();
                System.out.println(earlier.stream().filter("hip"::equals).toList());
                System.out.println("heard " + HEARD);
                calls(10);
                System.out.println("heard " + HEARD);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /// A thread's calls after the registration has returned must be reported, whenever the thread made its
    /// first call.
    private static void threads(boolean early) throws InterruptedException {
        AtomicBoolean registered = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) threads[i] = Thread.ofPlatform().start(() -> {
            begun.countDown();
            do calls(1); while (!registered.get());
            calls(1000);
            AFTER.addAndGet(1000);
        });
        if (early) {
            begun.await();
            calls(1);
        }
        Profiler.register(new LateHost());
        registered.set(true);
        for (Thread thread : threads) thread.join();
        System.out.println(HEARD.get() >= AFTER.get() ? "all heard" : "heard " + HEARD + " of " + AFTER);
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
        return "late";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.HIP_RUNTIME_API, LateHost::hear)
                .callbacks(CallbackTracingKind.MARKER_CORE_API, LateHost::hear)
                .build()
                .start();
    }

    private static void hear(CallbackRecord record) {
        if (!(record instanceof ApiCall call) || call.phase() != CallbackPhase.ENTER) return;
        if (call.operation() == MarkerCoreOperation.roctxMarkA) MARKS.incrementAndGet();
        else HEARD.incrementAndGet();
    }

    @Override
    public void close() {
        System.out.println("close");
    }
}
