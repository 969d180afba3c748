package io.rocprofiler.collector;

import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.MEMORY_ALLOCATION;
import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.MEMORY_COPY;
import static io.rocprofiler.abi.ExternalCorrelationIdRequestKind.SCRATCH_MEMORY;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HsaHeaptype;
import io.rocprofiler.abi.HsaIolinktype;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.CallbackHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests what is recorded about GPU work besides the records themselves, which the engine writes.
@Timeout(60)
class GpuWorkTest {
    private static final long STREAM = 1L << 40;

    @TempDir
    Path temporary;

    private final FakeSetup setup = new FakeSetup();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Agent> agents = new ArrayList<>();
    private Path directory;
    private Path proc;

    @BeforeEach
    void process() throws IOException {
        directory = temporary.resolve("segments/42-1010");
        proc = Files.createDirectories(temporary.resolve("proc"));
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/stat"), "42 (a) R 41 42 42 0 -1");
        environment.put(
                "ROCPROFILER_COLLECTOR_DIR", temporary.resolve("segments").toString());
    }

    @ParameterizedTest
    @CsvSource({
        "KERNEL, KERNEL_DISPATCH",
        "MEMORY_COPY, MEMORY_COPY",
        "MEMORY_ALLOCATION, MEMORY_ALLOCATION",
        "SCRATCH_MEMORY, SCRATCH_MEMORY"
    })
    void anOptionIsOneServiceAndWhatExplainsItsRecords(String option, BufferTracingKind kind) throws IOException {
        collect(option);
        assertThat(setup.contexts.getFirst().buffered).containsExactly(kind);
        assertThat(setup.contexts.getFirst().requested)
                .containsExactlyInAnyOrder(MEMORY_COPY, MEMORY_ALLOCATION, SCRATCH_MEMORY);
        assertThat(setup.contexts.getFirst().kernelsHaveIds).isTrue();
        assertThat(setup.with(CallbackTracingKind.CODE_OBJECT).active).isTrue();
        assertThat(setup.contexts.getFirst().streamBit).isEqualTo(40);
        assertThat(setup.contexts).hasSize(3);
    }

    @Test
    void whatExplainsRecordsGoesOnInAPause() throws IOException {
        environment.put("ROCPROF_SELECTED_REGIONS", "1");
        environment.put("ROCPROF_KERNEL_RENAME", "1");
        environment.put("ROCPROF_MARKER_API_TRACE", "1");
        collect("KERNEL");
        assertThat(setup.contexts).hasSize(5);
        assertThat(setup.contexts.getFirst().active).isFalse();
        assertThat(setup.contexts.subList(1, 5)).allMatch(context -> context.active);
    }

    @Test
    void withoutStreamsNobodyAsksForThem() throws IOException {
        environment.put("ROCPROF_GROUP_BY_QUEUE", "1");
        collect("KERNEL");
        assertThat(setup.contexts.getFirst().streamBit).isZero();
        assertThat(id()).isZero();
    }

    @Test
    void callsAreAskedForTheirRangeOnlyWhereKernelsAreNamedByIt() throws IOException {
        environment.put("ROCPROF_KERNEL_RENAME", "1");
        collect("KERNEL");
        assertThat(setup.contexts.getFirst().requested).contains(HIP_RUNTIME_API);
    }

    @Test
    void workCarriesTheInnermostPushedRangeWhoseTextIsThere() throws IOException {
        environment.put("ROCPROF_KERNEL_RENAME", "1");
        collect("KERNEL");
        CallbackHandler ranges = setup.with(CallbackTracingKind.MARKER_CORE_RANGE_API)
                .handler(CallbackTracingKind.MARKER_CORE_RANGE_API);
        FakeCall outer = range("roctxThreadRangeA", 5, "outer");
        FakeCall inner = range("roctxThreadRangeA", 6, "inner");
        ranges.onCallback(outer.at(CallbackPhase.ENTER));
        assertThat(id()).isEqualTo(5);
        ranges.onCallback(inner.at(CallbackPhase.ENTER));
        assertThat(id()).isEqualTo(6);
        both(ranges, range("roctxProcessRangeA", 8, "a range of the process names nothing"));
        assertThat(id()).isEqualTo(6);
        ranges.onCallback(inner.at(CallbackPhase.EXIT));
        assertThat(id()).isEqualTo(5);
        ranges.onCallback(outer.at(CallbackPhase.EXIT));
        assertThat(id()).isZero();
        ranges.onCallback(outer.at(CallbackPhase.EXIT)); // begun before the tool was there
        assertThat(id()).isZero();
        FakeSetup.FakeBuffer buffer = setup.buffers.getFirst();
        assertThat(buffer.texts).containsExactly("outer", "inner");
        assertThat(buffer.records.getFirst()).containsExactly(0, SegmentConstants.KIND_RENAME + (5L << 32), 5);
    }

    @Test
    void marksNameNothingAndARangeWithoutAMessageLeavesTheName() throws IOException {
        environment.put("ROCPROF_KERNEL_RENAME", "1");
        collect("KERNEL");
        CallbackHandler ranges = setup.with(CallbackTracingKind.MARKER_CORE_RANGE_API)
                .handler(CallbackTracingKind.MARKER_CORE_RANGE_API);
        both(ranges, range("roctxMarkA", 4, "before"));
        assertThat(id()).isZero();
        FakeCall named = range("roctxThreadRangeA", 5, "named");
        ranges.onCallback(named.at(CallbackPhase.ENTER));
        FakeCall silent = range("roctxThreadRangeA", 6, null);
        ranges.onCallback(silent.at(CallbackPhase.ENTER));
        assertThat(id()).isEqualTo(5);
        both(ranges, range("roctxMarkA", 8, "within"));
        assertThat(id()).isEqualTo(5);
        ranges.onCallback(silent.at(CallbackPhase.EXIT));
        assertThat(id()).isEqualTo(5);
        ranges.onCallback(named.at(CallbackPhase.EXIT));
        assertThat(id()).isZero();
        assertThat(setup.buffers.getFirst().texts).containsExactly("named");
    }

    /// A plain stack says what is on top.
    @Test
    void whateverTheOrderOfRangesTheTopOfTheirStackCounts() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            ThreadWork work = new ThreadWork(new WorkCounts(ByteBuffer.allocate(4096)).stripe());
            ArrayDeque<Long> stack = new ArrayDeque<>();
            for (long id = 1; id <= 100; id++) {
                if (random.nextBoolean()) {
                    work.begin(id);
                    stack.push(id);
                } else {
                    work.end();
                    stack.poll();
                }
                assertThat(work.externalId()).isEqualTo(stack.isEmpty() ? 0 : stack.peek());
            }
        }
    }

    private static FakeCall range(String function, long id, @Nullable String message) {
        return new FakeCall(CallbackTracingKind.MARKER_CORE_RANGE_API, function, id, message);
    }

    private static void both(CallbackHandler handler, FakeCall call) {
        handler.onCallback(call.at(CallbackPhase.ENTER));
        handler.onCallback(call.at(CallbackPhase.EXIT));
    }

    @Test
    void manyRangesDeepTheInnermostStillCounts() throws IOException {
        ThreadWork work = new ThreadWork(new WorkCounts(ByteBuffer.allocate(4096)).stripe());
        for (long range = 1; range <= 100; range++) work.begin(range);
        assertThat(work.externalId()).isEqualTo(100);
        work.end();
        assertThat(work.externalId()).isEqualTo(99);
        work.begin(STREAM - 1);
        assertThat(work.externalId()).isEqualTo(STREAM - 1);
        work.begin(STREAM);
        assertThat(work.externalId()).isZero(); // does not fit below the stream
    }

    @Test
    void submittedWorkIsInTheFileAtOnceWhicheverThreadSubmitsIt() throws Exception {
        collect("KERNEL");
        List<Thread> threads = new ArrayList<>();
        AtomicLong failures = new AtomicLong();
        for (int i = 0; i < 40; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 250; n++) setup.contexts.getFirst().externalId(MEMORY_ALLOCATION);
                setup.contexts.getFirst().externalId(MEMORY_COPY);
            });
            thread.setUncaughtExceptionHandler((_, _) -> failures.incrementAndGet());
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
        setup.contexts.getFirst().externalId(SCRATCH_MEMORY);
        assertThat(failures).hasValue(0);
        assertThat(counted(SegmentWork.COPIES)).isEqualTo(40);
        assertThat(counted(SegmentWork.ALLOCATIONS)).isEqualTo(10_000);
        assertThat(counted(SegmentWork.SCRATCH)).isEqualTo(1);
    }

    private long counted(int counter) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("records.seg")))
                .order(ByteOrder.LITTLE_ENDIAN);
        long sum = 0;
        for (int i = 0; i < SegmentConstants.WORK_STRIPES; i++) {
            sum += header.getLong(SegmentConstants.WORK_OFFSET + i * SegmentWork.SIZEOF + counter);
        }
        return sum;
    }

    @Test
    void aKernelIsRecordedWithItsNameWhenItIsLoaded() throws IOException {
        collect("KERNEL");
        CallbackHandler code = setup.with(CallbackTracingKind.CODE_OBJECT).handler(CallbackTracingKind.CODE_OBJECT);
        code.onCallback(new FakeKernel("_Z3addv.kd", CallbackPhase.ENTER));
        code.onCallback(new FakeKernel("_Z3addv.kd", CallbackPhase.EXIT));
        List<long[]> records = setup.buffers.getFirst().records;
        assertThat(records).hasSize(1);
        ByteBuffer text = ByteBuffer.wrap("_Z3addv.kd\0\0\0\0\0\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN);
        assertThat(records.getFirst())
                .containsExactly(
                        0,
                        SegmentConstants.KIND_KERNEL_SYMBOL + (10L << 32),
                        0,
                        1,
                        2,
                        3,
                        4,
                        5,
                        6,
                        7,
                        8,
                        9,
                        10, // the struct
                        text.getLong(),
                        text.getLong());
    }

    @Test
    void aNameLongerThanARecordIsCut() throws IOException {
        collect("KERNEL");
        CallbackHandler code = setup.with(CallbackTracingKind.CODE_OBJECT).handler(CallbackTracingKind.CODE_OBJECT);
        code.onCallback(new FakeKernel("x".repeat(1 << 20), CallbackPhase.ENTER));
        assertThat(setup.buffers.getFirst().records.getFirst().length * 8)
                .isLessThan(SegmentConstants.DEFAULT_STRETCH_SIZE - 64);
    }

    @Test
    void agentsAreWrittenOnceTheyAreKnown() throws IOException {
        collect("MEMORY_COPY");
        assertThat(directory.resolve("agents.properties")).doesNotExist();
        agents.add(FakeAgents.gpu());
        setup.contexts.getFirst().externalId(MEMORY_COPY);
        agents.clear();
        setup.contexts.getFirst().externalId(MEMORY_COPY);
        assertThat(Files.readString(directory.resolve("agents.properties"))
                        .replaceFirst("#checksum=[0-9a-f]{8}\n$", ""))
                .isEqualTo("""
                0.size=312
                0.id=700
                0.type=2
                0.cpu_cores_count=11
                0.cpu_core_id_base=12
                0.node_id=9
                0.logical_node_id=3
                0.logical_node_type_id=2
                0.local_mem_size=68702699520
                0.runtime_visibility=5
                0.simd_count=22
                0.simd_id_base=24
                0.max_waves_per_simd=26
                0.lds_size_in_kb=64
                0.gds_size_in_kb=4
                0.num_gws=34
                0.wave_front_size=25
                0.num_xcc=28
                0.cu_count=21
                0.array_count=30
                0.num_shader_banks=29
                0.simd_arrays_per_engine=31
                0.cu_per_simd_array=32
                0.simd_per_cu=23
                0.max_slots_scratch_cu=35
                0.cu_per_engine=33
                0.max_waves_per_cu=27
                0.gfx_target_version=90010
                0.vendor_id=4098
                0.device_id=29711
                0.location_id=49408
                0.domain=42
                0.drm_render_minor=46
                0.sdma_fw_version=49
                0.fw_version=48
                0.capability=47
                0.family_id=43
                0.hive_id=45
                0.gpu_id=44
                0.uuid=-2
                0.num_sdma_engines=50
                0.num_sdma_xgmi_engines=51
                0.num_sdma_queues_per_engine=52
                0.num_cp_queues=53
                0.max_engine_clk_ccompute=3400
                0.max_engine_clk_fcompute=1700
                0.workgroup_max_size=1024
                0.grid_max_size=4294967295
                0.workgroup_max_dim=36,37,38
                0.grid_max_dim=39,40,41
                0.name=gfx90a
                0.vendor_name=AMD
                0.product_name=Instinct MI210
                0.model_name=aldebaran
                0.mem_banks=BANK,1,4096,1600,68702699520;
                0.caches=61,16,1,64,2,4,1,9;62,8,2,128,1,16,0,9;
                0.io_links=LINK,1,0,9,0,20,3,4,5,6,7,8;
                0.complete=1
                """.replace("BANK", "" + HsaHeaptype.FRAME_BUFFER_PUBLIC.value())
                        .replace("LINK", "" + HsaIolinktype.IOLINKTYPE_PCIEXPRESS.value()));
    }

    /// The id of the thread's work; that of its kernels is the same.
    private long id() {
        FakeSetup.FakeContext context = setup.contexts.getFirst();
        long id = context.externalId(MEMORY_COPY);
        assertThat(context.kernelId).isEqualTo(id);
        return id;
    }

    private void collect(String option) throws IOException {
        environment.put("ROCPROF_" + option + "_TRACE", "1");
        new Collector(environment::get, new FakeClock(), new FakeCallCounts(0, 0, 0), new FakeMachine(agents), proc)
                .initialize(setup);
    }
}
