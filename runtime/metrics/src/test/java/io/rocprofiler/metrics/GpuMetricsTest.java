package io.rocprofiler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MemoryCopyOperation;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GpuMetricsTest {
    private final GpuMetrics metrics = new GpuMetrics();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    GpuMetricsTest() {
        metrics.bindTo(registry);
    }

    @Test
    void kernels_are_counted_with_their_time() {
        deliver(kernel(1_000), kernel(2_500));
        assertThat(registry.get("gpu.kernel").functionTimer().count()).isEqualTo(2);
        assertThat(registry.get("gpu.kernel").functionTimer().totalTime(TimeUnit.NANOSECONDS))
                .isEqualTo(3_500);
    }

    @Test
    void a_kernel_is_in_the_queue_until_it_is_complete() {
        dispatch(CallbackPhase.ENTER);
        dispatch(CallbackPhase.EXIT);
        dispatch(CallbackPhase.ENTER);
        dispatch(CallbackPhase.EXIT);
        dispatch(CallbackPhase.NONE);
        assertThat(registry.get("gpu.kernel.launches").functionCounter().count())
                .isEqualTo(2);
        assertThat(registry.get("gpu.queue.depth").gauge().value()).isEqualTo(1);
    }

    @Test
    void copies_are_counted_by_direction() {
        deliver(copy(4096), copy(1));
        assertThat(registry.get("gpu.copy.bytes")
                        .tag("direction", "host_to_device")
                        .functionCounter()
                        .count())
                .isEqualTo(4097);
        assertThat(registry.get("gpu.copy.bytes")
                        .tag("direction", "device_to_host")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(registry.get("gpu.copy")
                        .tag("direction", "host_to_device")
                        .functionTimer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void memory_is_used_until_it_is_released() {
        deliver(memory(0x1000, 64), memory(0x2000, 100), memory(0x1000, 0), memory(0x9000, 0));
        assertThat(registry.get("gpu.memory.used").gauge().value()).isEqualTo(100);
        deliver(memory(0x2000, 0));
        assertThat(registry.get("gpu.memory.used").gauge().value()).isZero();
    }

    private void dispatch(CallbackPhase phase) {
        metrics.onDispatch((CallbackRecord) fake(Doubles.OfKernelDispatch.class, Map.of("phase", phase)));
    }

    private void deliver(Object... records) {
        RecordBatch batch = fake(
                Doubles.OfRecordBatch.class,
                Map.of(
                        "iterator",
                        List.of(records).stream().map(BufferRecord.class::cast).iterator()));
        metrics.onRecords(batch);
    }

    private static Object kernel(long nanos) {
        return fake(Doubles.OfKernelDispatchRecord.class, Map.of("durationNanos", nanos));
    }

    private static Object copy(long bytes) {
        return fake(
                Doubles.OfMemoryCopyRecord.class,
                Map.of(
                        "durationNanos",
                        10L,
                        "sizeBytes",
                        bytes,
                        "operationValue",
                        MemoryCopyOperation.HOST_TO_DEVICE.value()));
    }

    private static Object memory(long address, long bytes) {
        return fake(Doubles.OfMemoryAllocationRecord.class, Map.of("address", address, "sizeBytes", bytes));
    }

    /// Makes an object that answers by the name of the method.
    private static <T> T fake(Class<T> type, Map<String, Object> values) {
        InvocationHandler answer = (_, method, _) -> {
            if (values.containsKey(method.getName())) return values.get(method.getName());
            throw new UnsupportedOperationException(method.getName());
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answer));
    }
}
