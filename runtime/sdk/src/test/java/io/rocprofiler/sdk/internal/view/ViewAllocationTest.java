package io.rocprofiler.sdk.internal.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingHipApiRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingHipApiData;
import io.rocprofiler.abi.CallbackTracingHsaApiData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Reading events and records leaves no garbage, in any sequence of sorts.
class ViewAllocationTest {
    private static final int ROUNDS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long sum;

    private interface Work {
        void run();
    }

    private long bytesOf(Work work) {
        for (int i = 0; i < ROUNDS; i++) work.run();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void callbacksOfAllKinds() {
        CallbackViews views = new CallbackViews(ProcessMemory.SELF);
        long[] records = new long[CallbackTracingKind.last()];
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            if (!TracingContext.isTraced(kind)) continue;
            Struct payload = Struct.sized(CallbackTracingHsaApiData.SIZEOF);
            records[kind.value()] = payload.callback(kind, 1, CallbackPhase.EXIT).address;
        }
        long userData = Struct.of(8).address;
        long bytes = bytesOf(() -> {
            for (int kind = 1; kind < records.length; kind++) {
                if (records[kind] == 0) continue;
                CallbackRecord shown = views.show(records[kind], userData);
                look(shown);
                CallbackViews.hide(shown);
            }
        });
        assertThat(sum).isPositive();
        assertThat(bytes).isLessThan(ROUNDS);
    }

    private void look(CallbackRecord event) {
        sum += event.kind().value()
                + Objects.requireNonNull(event.operation()).value()
                + event.phase().value()
                + event.threadId();
        event.userData(event.correlationId());
        sum += event.userData() + event.ancestorCorrelationId() + event.externalCorrelationId();
    }

    @Test
    void theValuesOfACall() {
        CallbackViews views = new CallbackViews(ProcessMemory.SELF);
        Struct payload = Struct.sized(CallbackTracingHipApiData.SIZEOF).word(CallbackTracingHipApiData.ARGS + 16, 4096);
        long userData = Struct.of(8).address;
        long record = payload.callback(
                        CallbackTracingKind.HIP_RUNTIME_API, HipRuntimeOperation.hipMemcpy.value(), CallbackPhase.EXIT)
                .address;
        long bytes = bytesOf(() -> {
            if (views.show(record, userData) instanceof ApiCall call) {
                sum += call.argument("sizeBytes").asLong() + call.argument(3).asInt();
                sum += call.argument("dst").asAddress() + call.result().asInt();
            }
        });
        assertThat(sum).isEqualTo(2L * ROUNDS * 4096);
        assertThat(bytes).isLessThan(ROUNDS);
    }

    @Test
    void recordsOfAllKinds() {
        BufferViews views = new BufferViews(ProcessMemory.SELF);
        long[] records = new long[BufferTracingKind.last()];
        for (int kind = 1; kind < records.length; kind++) {
            records[kind] = Struct.sized(BufferTracingHipApiExtRecord.SIZEOF * 2)
                    .half(BufferTracingHipApiRecord.KIND, kind)
                    .address;
        }
        int tracing = BufferCategory.TRACING.value();
        long bytes = bytesOf(() -> {
            for (int kind = 1; kind < records.length; kind++) look(views.show(tracing, records[kind]));
        });
        assertThat(sum).isPositive();
        assertThat(bytes).isLessThan(ROUNDS);
    }

    private void look(BufferRecord record) {
        sum += record.kindValue() + record.operationValue() + record.startNanos() + record.durationNanos();
        sum += record.threadId() + record.correlationId() + record.externalCorrelationId();
        if (record instanceof ApiRecord call && call.hasResult())
            sum += call.result().asLong();
    }
}
