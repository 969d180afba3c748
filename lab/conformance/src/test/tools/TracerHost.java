import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.rocprofiler.abi.ActivityApiPhase;
import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.abi.RoctxApiId;
import io.rocprofiler.roctracer.ApiCallback;
import io.rocprofiler.roctracer.ExternalId;
import io.rocprofiler.roctracer.MarkerCallback;
import io.rocprofiler.roctracer.Op;
import io.rocprofiler.roctracer.Pool;
import io.rocprofiler.roctracer.Roctracer;
import io.rocprofiler.roctracer.RoctracerException;
import io.rocprofiler.roctracer.TracerCallback;
import io.rocprofiler.roctracer.TracerRecord;
import io.rocprofiler.roctx.Range;
import io.rocprofiler.roctx.Roctx;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/// TracerHost CASE: a Java program that is a client of roctracer. Prints its events.
public final class TracerHost {
    private static final Linker LINKER = Linker.nativeLinker();

    private TracerHost() {}

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
            case "callbacks" -> callbacks();
            case "failing" -> failing();
            case "records" -> records();
            case "markers" -> markers();
            case "switch" -> onSwitch();
            case "errors" -> errors();
            case "end" -> end();
            case "storm" -> storm();
            default -> missing();
        }
    }

    // --- cases -------------------------------------------------------------------------------------------------------

    private static void callbacks() throws Throwable {
        Roctracer.enableCallback(Op.of(HipApiId.hipMalloc), TracerHost::show); // before HIP is loaded
        Hip hip = new Hip();
        Roctracer.start(); // looks for runtimes
        long memory = hip.malloc(4096);
        hip.free(memory);
        Roctracer.enableCallback(ActivityDomain.HIP_API, TracerHost::show);
        Roctracer.disableCallback(Op.named(ActivityDomain.HIP_API, "hipMalloc"));
        memory = hip.malloc(8192);
        hip.free(memory);
        Roctracer.disableCallback(ActivityDomain.HIP_API);
        hip.free(hip.malloc(1));
    }

    private static void failing() throws Throwable {
        Hip hip = new Hip();
        TracerCallback[] kept = new TracerCallback[1];
        Roctracer.enableCallback(Op.of(HipApiId.hipMalloc), call -> {
            kept[0] = call;
            if (call instanceof ApiCallback api && api.phase() == ActivityApiPhase.ENTER) hip.quietFree(0); // not traced
            throw new IllegalStateException("thrown on purpose");
        });
        System.out.println("allocated " + (hip.malloc(4096) != 0));
        System.out.println("failures " + Roctracer.handlerFailures());
        try {
            ((ApiCallback) kept[0]).correlationId();
        } catch (IllegalStateException late) {
            System.out.println(late.getMessage());
        }
    }

    private static void records() throws Throwable {
        Hip hip = new Hip();
        List<TracerRecord> kept = new ArrayList<>();
        try (Pool pool = Pool.open(1 << 16, records -> records.forEach(record -> kept.add(record.copy())))) {
            Roctracer.enableActivity(Op.of(HipApiId.hipMemcpy), pool);
            Roctracer.enableActivity(Op.of(HipOpId.COPY), pool);
            Roctracer.enableActivity(Op.of(HipOpId.DISPATCH), pool);
            long memory = hip.malloc(4096);
            try (ExternalId _ = Roctracer.externalId(31)) {
                try (ExternalId _ = Roctracer.externalId(32)) {
                    hip.upload(memory, 4096);
                }
                hip.upload(memory, 1024);
            }
            hip.upload(memory, 512);
            hip.synchronize();
            Roctracer.disableActivity(ActivityDomain.HIP_API);
            hip.upload(memory, 256);
            hip.synchronize();
            pool.flush();
            System.out.println(kept.size() + " records when flushed");
            Roctracer.disableActivity(Op.of(HipOpId.COPY));
        }
        for (TracerRecord record : kept) {
            switch (record.domain()) {
                case EXT_API -> System.out.println("external " + record.externalId());
                case HIP_API -> System.out.println(record.operationName() + " call " + record.correlationId() + " mine "
                        + (record.threadId() == Roctx.threadId()));
                default -> {}
            }
        }
        long last = 0;
        for (TracerRecord record : kept) {
            if (record.startNanos() > record.endNanos()) System.out.println("ends before it begins: " + record);
            last = Math.max(last, record.endNanos());
            if (record.domain() == ActivityDomain.HIP_OPS)
                System.out.println(record.operationName() + " " + record.sizeBytes() + " bytes of call " + record.correlationId());
        }
        System.out.println("past " + (last <= Roctracer.timestampNanos()));
    }

    private static void markers() {
        Roctx.mark("nobody");
        System.out.println("listening " + Roctx.isListening());
        Range early = Roctx.range("early");
        Roctracer.enableCallback(ActivityDomain.ROCTX, TracerHost::show);
        System.out.println("listening " + Roctx.isListening());
        early.close();
        Roctx.mark("mark");
        Range late = Roctx.range("late");
        System.out.println("level " + Roctx.push("within"));
        Roctx.stop(Roctx.start("process"));
        Roctracer.stop(); // does not affect ROC-TX
        System.out.println("level " + Roctx.pop());
        Roctracer.disableCallback(Op.of(RoctxApiId.roctxRangePop));
        late.close();
        Roctracer.disableCallback(ActivityDomain.ROCTX);
        Roctx.mark("nobody again");
        System.out.println("listening " + Roctx.isListening());
    }

    private static void onSwitch() throws Throwable {
        Hip hip = new Hip();
        Roctracer.onSwitch(() -> System.out.println("started"), () -> System.out.println("stopped"));
        Roctracer.enableCallback(Op.of(HipApiId.hipFree), TracerHost::show);
        Roctracer.start();
        Roctracer.stop();
        Roctracer.stop();
        hip.free(0);
        Roctracer.start();
        hip.free(0);
    }

    private static void errors() throws InterruptedException {
        fails(() -> Roctracer.enableCallback(new Op(ActivityDomain.HIP_OPS, 3), TracerHost::show));
        fails(() -> Roctracer.enableCallback(ActivityDomain.KFD_API, TracerHost::show));
        fails(() -> Roctracer.disableCallback(new Op(ActivityDomain.EXT_API, 0)));
        fails(() -> Op.named(ActivityDomain.HIP_API, "hipNope"));
        fails(() -> Op.named(ActivityDomain.ROCTX, "roctxMarkA"));
        fails(() -> Pool.open(0, records -> {}));
        Pool pool = Pool.open(128, records -> {});
        pool.close();
        pool.close();
        fails(pool::flush);
        fails(() -> Roctracer.enableActivity(ActivityDomain.HIP_API, pool));
        Thread.ofVirtual().name("v").start(() -> fails(() -> Roctracer.externalId(1))).join();
        ExternalId id = Roctracer.externalId(2);
        Thread.ofPlatform().name("p").start(() -> fails(id::close)).join();
        id.close();
        id.close();
        System.out.println(Op.of(HipApiId.hipMalloc) + " " + Op.of(HipOpId.COPY) + " " + Op.named(ActivityDomain.HSA_API, "hsa_init"));
        System.out.println("version " + Roctracer.majorVersion() + "." + Roctracer.minorVersion());
    }

    /// Ends without disabling anything.
    private static void end() throws Throwable {
        Pool pool = Pool.open(1 << 16, records -> System.out.println(records.size() + " records at the end"));
        Hip hip = new Hip();
        Roctracer.enableActivity(Op.of(HipApiId.hipFree), pool);
        Roctracer.enableCallback(ActivityDomain.HIP_API, call -> {});
        Roctracer.enableCallback(ActivityDomain.ROCTX, call -> {});
        Roctracer.onSwitch(() -> {}, () -> {});
        for (int i = 0; i < 3; i++) hip.free(0);
    }

    /// Exchanges handlers while other threads make calls.
    private static void storm() throws Throwable {
        int[] calls = new int[3];
        boolean[] wrong = new boolean[1];
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 200_000; i++) Roctx.mark("storm");
            });
        }
        for (Thread thread : threads) thread.start();
        while (threads[0].isAlive() || threads[1].isAlive()) {
            for (int h = 0; h < 3; h++) {
                int own = h;
                Roctracer.enableCallback(Op.of(RoctxApiId.roctxMarkA), call -> {
                    calls[own]++;
                    if (!(call instanceof MarkerCallback marker) || !"storm".equals(marker.message())) wrong[0] = true;
                });
            }
            Roctracer.disableCallback(ActivityDomain.ROCTX);
        }
        System.out.println("wrong " + wrong[0] + " failures " + Roctracer.handlerFailures());
    }

    private static void missing() {
        try {
            Roctracer.start();
        } catch (IllegalStateException failure) {
            System.out.println(failure.getMessage());
        }
    }

    // --- helpers -----------------------------------------------------------------------------------------------------

    private static void show(TracerCallback call) {
        switch (call) {
            case ApiCallback api -> {
                StringBuilder line = new StringBuilder(api.phase() + " " + api.operationName() + " " + api.correlationId());
                for (String name : api.argumentNames()) {
                    line.append(' ').append(name);
                    if (!name.equals("ptr")) line.append('=').append(api.argument(name).asLong());
                }
                if (api.phase() == ActivityApiPhase.ENTER) api.userData(api.correlationId() + 100);
                else line.append(" own ").append(api.userData());
                System.out.println(line);
            }
            case MarkerCallback marker ->
                System.out.println(marker.operationName() + " " + marker.message() + " " + marker.rangeId());
            default -> System.out.println(call.operation());
        }
    }

    private static void fails(Runnable call) {
        try {
            call.run();
            System.out.println("passes");
        } catch (RoctracerException failure) {
            System.out.println(failure.status() + ": " + failure.getMessage());
        } catch (RuntimeException failure) {
            System.out.println(failure.getClass().getSimpleName() + ": " + failure.getMessage().replaceAll("#[0-9]+", "#n"));
        }
    }

    private static final class Hip {
        private static final int HOST_TO_DEVICE = 1;

        private final SymbolLookup library = SymbolLookup.libraryLookup("libamdhip64.so.7", Arena.global());
        private final MethodHandle malloc = function("hipMalloc", ADDRESS, JAVA_LONG);
        private final MethodHandle free = function("hipFree", JAVA_LONG);
        private final MethodHandle memcpy = function("hipMemcpy", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
        private final MethodHandle synchronize = function("hipDeviceSynchronize");

        private MethodHandle function(String name, MemoryLayout... parameters) {
            return LINKER.downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters));
        }

        long malloc(long size) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment pointer = arena.allocate(JAVA_LONG);
                int ignored = (int) malloc.invokeExact(pointer, size);
                return pointer.get(JAVA_LONG, 0);
            }
        }

        void free(long address) throws Throwable {
            int ignored = (int) free.invokeExact(address);
        }

        void quietFree(long address) {
            try {
                free(address);
            } catch (Throwable impossible) {
                throw new AssertionError(impossible);
            }
        }

        void upload(long to, long size) throws Throwable {
            try (Arena arena = Arena.ofConfined()) {
                int ignored = (int) memcpy.invokeExact(to, arena.allocate(size), size, HOST_TO_DEVICE);
            }
        }

        void synchronize() throws Throwable {
            int ignored = (int) synchronize.invokeExact();
        }
    }
}
