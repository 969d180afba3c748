import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ExternalCorrelation;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// RequestsHost THREADS: a server of requests, each on its own virtual or platform thread and with its own id;
/// half of the calls in a request have a second id. Prints whether every callback and every record has the id of
/// its request.
public final class RequestsHost implements Tool {
    private static final MethodHandle GET_DEVICE = Linker.nativeLinker()
            .downcallHandle(
                    SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global()).findOrThrow("hipGetDevice"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS));
    private static final int REQUESTS = 50;
    private static final int CALLS = 10;
    private static final int INNER = 1000;
    private static final int ENOUGH = 92;
    private static final int MOST_YIELDS = 100_000;

    private static final AtomicInteger MIGRATIONS = new AtomicInteger();
    private static final AtomicLong WRONG = new AtomicLong();
    private static final Map<Long, Long> RECORDED = new ConcurrentHashMap<>();
    private static final ThreadLocal<Long> EXPECTED = ThreadLocal.withInitial(() -> 0L);

    private Context called;
    private Context recorded;

    private RequestsHost() {}

    public static void main(String[] args) throws InterruptedException {
        RequestsHost tool = new RequestsHost();
        Registration registration = Profiler.register(tool);
        boolean virtual = args[0].equals("virtual");
        Thread[] threads = new Thread[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            long id = i + 1;
            Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
            threads[i] = kind.start(() -> tool.serve(id, virtual));
        }
        for (Thread thread : threads) thread.join();
        Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
        kind.start(RequestsHost::call).join(); // without an id
        registration.close();
        if (virtual) System.out.println(MIGRATIONS.get() >= ENOUGH ? "migrated" : "migrations " + MIGRATIONS);
        System.out.println("wrong " + WRONG);
        Map<Long, Long> expected = new TreeMap<>();
        expected.put(0L, 1L);
        for (long id = 1; id <= REQUESTS; id++) {
            expected.put(id, (long) CALLS);
            expected.put(id + INNER, (long) CALLS);
        }
        System.out.println(new TreeMap<>(RECORDED).equals(expected) ? "right" : new TreeMap<>(RECORDED));
    }

    private void serve(long id, boolean virtual) {
        try (ExternalCorrelation _ = called.externalCorrelationId(id);
                ExternalCorrelation _ = recorded.externalCorrelationId(id)) {
            for (int i = 0; i < CALLS; i++) {
                calls(id);
                if (virtual) migrate();
                try (ExternalCorrelation _ = called.externalCorrelationId(id + INNER);
                        ExternalCorrelation _ = recorded.externalCorrelationId(id + INNER)) {
                    if (virtual) migrate();
                    calls(id + INNER);
                }
            }
        }
    }

    private static void calls(long expected) {
        EXPECTED.set(expected);
        call();
        EXPECTED.set(0L);
    }

    private static void call() {
        try (Arena arena = Arena.ofConfined()) {
            if ((int) GET_DEVICE.invokeExact(arena.allocate(JAVA_LONG)) != 0)
                throw new IllegalStateException("hipGetDevice");
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// Moves to another operating system thread, unless there have been many such moves.
    private static void migrate() {
        long before = Profiler.threadId();
        Thread.yield();
        for (int i = 0; i < MOST_YIELDS && MIGRATIONS.get() < ENOUGH && Profiler.threadId() == before; i++)
            Thread.yield();
        if (Profiler.threadId() != before) MIGRATIONS.incrementAndGet();
    }

    @Override
    public String name() {
        return "requests";
    }

    @Override
    public void initialize(Setup setup) {
        Buffer buffer = setup.buffer().size(1 << 20).handler(batch -> {
                    for (BufferRecord record : batch) RECORDED.merge(record.externalCorrelationId(), 1L, Long::sum);
                })
                .build();
        called = setup.context().callbacks(CallbackTracingKind.HIP_RUNTIME_API, RequestsHost::compare).build();
        recorded = setup.context().buffered(BufferTracingKind.HIP_RUNTIME_API, buffer).build();
        called.start();
        recorded.start();
    }

    /// Runs on the thread of the request.
    private static void compare(CallbackRecord record) {
        if (record.externalCorrelationId() != EXPECTED.get()) WRONG.incrementAndGet();
    }
}
