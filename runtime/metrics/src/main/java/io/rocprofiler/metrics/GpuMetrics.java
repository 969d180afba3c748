package io.rocprofiler.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counts GPU work, for any number of registries.
///
/// {@snippet file="19-metrics/java/MeteredTranspose.java" region="register"}
///
/// | meter | what |
/// |---|---|
/// | `gpu.kernel` | time and number of kernels that have run |
/// | `gpu.kernel.launches` | kernels that were enqueued |
/// | `gpu.queue.depth` | kernels that are enqueued and not complete |
/// | `gpu.copy`, tag `direction` | time and number of copies |
/// | `gpu.copy.bytes`, tag `direction` | what they moved |
/// | `gpu.memory.used` | bytes that are allocated and not released |
/// | `gpu.records.lost` | records that no memory was left for: what the others lack |
///
/// Records are counted once a second; launches and depth at once.
public final class GpuMetrics implements Tool, MeterBinder {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Work kernels = new Work();
    private final Work[] copies = new Work[MemoryCopyOperation.last()];
    private final LongAdder launched = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final AtomicLong memoryBytes = new AtomicLong();

    /// Sizes by address. On the thread that delivers the buffer.
    private final Map<Long, Long> allocations = new HashMap<>();

    private volatile @Nullable Buffer buffer;

    /// What was done, and how long it took.
    private static final class Work {
        final LongAdder count = new LongAdder();
        final LongAdder nanos = new LongAdder();
        final LongAdder bytes = new LongAdder();

        void add(BufferRecord record, long moved) {
            nanos.add(record.durationNanos());
            bytes.add(moved);
            count.increment();
        }
    }

    /// Creates the tool, to be registered once.
    public GpuMetrics() {
        for (int i = 0; i < copies.length; i++) copies[i] = new Work();
    }

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public void initialize(Setup setup) {
        Buffer records =
                setup.buffer().flushEvery(INTERVAL).handler(this::onRecords).build();
        buffer = records;
        setup.context()
                .callbacks(CallbackTracingKind.KERNEL_DISPATCH, this::onDispatch)
                .buffered(BufferTracingKind.KERNEL_DISPATCH, records)
                .buffered(BufferTracingKind.MEMORY_COPY, records)
                .buffered(BufferTracingKind.MEMORY_ALLOCATION, records)
                .start();
    }

    void onDispatch(CallbackRecord record) {
        if (!(record instanceof KernelDispatch dispatch)) return;
        if (dispatch.phase() == CallbackPhase.EXIT) launched.increment();
        else if (dispatch.phase() == CallbackPhase.NONE) completed.increment();
    }

    void onRecords(RecordBatch batch) {
        for (BufferRecord record : batch) {
            switch (record) {
                case KernelDispatchRecord kernel -> kernels.add(kernel, 0);
                case MemoryCopyRecord copy -> copies[copy.operationValue()].add(copy, copy.sizeBytes());
                case MemoryAllocationRecord memory -> account(memory);
                default -> {}
            }
        }
    }

    /// A release names the address only.
    private void account(MemoryAllocationRecord memory) {
        if (memory.sizeBytes() > 0) {
            Long before = allocations.put(memory.address(), memory.sizeBytes());
            memoryBytes.addAndGet(memory.sizeBytes() - (before == null ? 0 : before));
        } else {
            Long released = allocations.remove(memory.address());
            if (released != null) memoryBytes.addAndGet(-released);
        }
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        timer("gpu.kernel", kernels).description("kernels that have run").register(registry);
        FunctionCounter.builder("gpu.kernel.launches", launched, LongAdder::sum)
                .description("kernels that were enqueued")
                .register(registry);
        Gauge.builder("gpu.queue.depth", this, metrics -> metrics.launched.sum() - metrics.completed.sum())
                .description("kernels that are enqueued and not complete")
                .register(registry);
        for (MemoryCopyOperation direction : MemoryCopyOperation.values()) {
            if (direction != MemoryCopyOperation.NONE) bindCopies(registry, direction);
        }
        Gauge.builder("gpu.memory.used", memoryBytes, AtomicLong::get)
                .baseUnit("bytes")
                .description("memory that is allocated and not released")
                .register(registry);
        FunctionCounter.builder("gpu.records.lost", this, GpuMetrics::lost)
                .description("records that no memory was left for")
                .register(registry);
    }

    private void bindCopies(MeterRegistry registry, MemoryCopyOperation direction) {
        Work work = copies[direction.value()];
        String name = direction.name().toLowerCase(Locale.ROOT);
        timer("gpu.copy", work).tag("direction", name).register(registry);
        FunctionCounter.builder("gpu.copy.bytes", work, copied -> copied.bytes.sum())
                .tag("direction", name)
                .baseUnit("bytes")
                .register(registry);
    }

    private static FunctionTimer.Builder<Work> timer(String name, Work work) {
        return FunctionTimer.builder(
                name, work, done -> done.count.sum(), done -> done.nanos.sum(), TimeUnit.NANOSECONDS);
    }

    private double lost() {
        Buffer records = buffer;
        return records == null ? 0 : records.dropCount();
    }
}
