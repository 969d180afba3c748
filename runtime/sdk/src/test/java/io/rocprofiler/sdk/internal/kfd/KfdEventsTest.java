package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.KfdSmiEvent;
import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.agent.AgentTable;
import io.rocprofiler.sdk.internal.agent.TestMachines;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The service for the driver's events: the results of its configuration, and its thread.
class KfdEventsTest {
    private static final long VERSION_1_11 = 1L << 32 | 11;
    private static final long VERSION_1_12 = 1L << 32 | 12;

    private final ToolProcess process = new ToolProcess();

    private Status configure(BufferTracingKind kind, long version) {
        process.platform.kfd.version = version;
        AtomicReference<Status> status = new AtomicReference<>();
        process.tool("tool", () -> {
            long context = process.createContext();
            long buffer = process.createBuffer(context, 4096, 2048, 2, process.platform.function(a -> 0));
            status.set(process.call(SdkFunction.CONFIGURE_BUFFER_TRACING_SERVICE, context, kind.value(), 0, 0, buffer));
        });
        process.start();
        return status.get();
    }

    @ParameterizedTest
    @EnumSource(
            value = BufferTracingKind.class,
            names = {
                "KFD_EVENT_PAGE_MIGRATE",
                "KFD_EVENT_PAGE_FAULT",
                "KFD_EVENT_QUEUE",
                "KFD_EVENT_UNMAP_FROM_GPU",
                "KFD_PAGE_MIGRATE",
                "KFD_PAGE_FAULT",
                "KFD_QUEUE"
            })
    void withoutADriverItsEventsNeedAnotherKernel(BufferTracingKind kind) {
        assertThat(configure(kind, 0)).isEqualTo(Status.ERROR_INCOMPATIBLE_KERNEL);
        assertThat(process.platform.kfd.log).isEmpty();
    }

    @Test
    void anOldDriverIsAsGoodAsNone() {
        assertThat(configure(BufferTracingKind.KFD_QUEUE, VERSION_1_11)).isEqualTo(Status.ERROR_INCOMPATIBLE_KERNEL);
        assertThat(process.platform.kfd.log).isEmpty();
    }

    @Test
    void droppedEventsAreNeverRefused() {
        assertThat(configure(BufferTracingKind.KFD_EVENT_DROPPED_EVENTS, 0)).isEqualTo(Status.SUCCESS);
        assertThat(process.platform.kfd.log).isEmpty();
    }

    @Test
    void otherKindsDoNotAskTheDriver() {
        assertThat(configure(BufferTracingKind.MARKER_CORE_API, 0)).isEqualTo(Status.SUCCESS);
    }

    @Test
    void exactlyTheKindsOfTheDriverAreMadeOfItsEvents() {
        for (BufferTracingKind kind : BufferTracingKind.values()) {
            assertThat(KfdEvents.isOne(kind))
                    .as(kind.name())
                    .isEqualTo(kind.name().startsWith("KFD_"));
        }
    }

    /// The thread, with a driver whose events come from a test: from pieces of text to records.
    @Test
    void oneThreadReadsAllGpusAndEndsWhenItIsTold() throws InterruptedException {
        process.platform.machine = TestMachines.of("mi250");
        process.platform.kfd.version = VERSION_1_12;
        AgentTable table = process.registration.agents().table();
        List<String> threads = new java.util.concurrent.CopyOnWriteArrayList<>();
        long observer = process.platform.function(a -> {
            threads.add(a[0] + " " + a[1]);
            return 0;
        });
        process.call(SdkFunction.AT_INTERNAL_THREAD_CREATE, observer, observer, 0, 77);
        List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(3);
        KfdEvents events =
                new KfdEvents(process.platform, process.registration.agents(), process.registration.threads());
        long mask = (1L << (KfdSmiEvent.QUEUE_EVICTION.value() - 1)) | (1L << (KfdSmiEvent.QUEUE_RESTORE.value() - 1));
        events.start(mask, (kind, operation, record, sizeof) -> {
            long agent = Memory.getLong(record + (kind == BufferTracingKind.KFD_QUEUE ? 40 : 32));
            seen.add(kind + " " + operation + " "
                    + (agent - table.ofNode(0)) + " "
                    + Thread.currentThread().getName() + " "
                    + Thread.currentThread().isDaemon());
            done.countDown();
        });
        String gpu = Integer.toHexString(13_247); // node 3
        process.platform.kfd.says(1, "9 100 -7 " + gpu + " 1\ngarbage\na 2");
        process.platform.kfd.says(0, "nothing that ends");
        process.platform.kfd.says(1, "00 -7 " + gpu + "\n");
        assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
        events.stop();
        assertThat(seen)
                .containsExactly(
                        "KFD_EVENT_QUEUE 1 3 rocprofiler-kfd true",
                        "KFD_EVENT_QUEUE 7 3 rocprofiler-kfd true",
                        "KFD_QUEUE 1 3 rocprofiler-kfd true");
        assertThat(process.platform.kfd.log).containsExactly("start [51110, 13247, 30746, 24620] 0x300", "stop");
        assertThat(threads).containsExactly("1 77", "1 77");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("rocprofiler-kfd"));
    }

    @Test
    void whatWasNotStartedNeedsNoEnd() {
        process.registration.finalizeProcess();
        assertThat(process.platform.kfd.log).isEmpty();
    }
}
