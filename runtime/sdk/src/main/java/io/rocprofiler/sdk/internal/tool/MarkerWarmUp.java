package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.registration.Registration;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The typical work of a Java tool for a marker, for [CallWarmUp]: reads its fields and appends its message and
/// a record.
public final class MarkerWarmUp implements CallbackHandler {
    /// Creates such tools.
    public record Maker(Registration registration) implements CallWarmUp.HandlerMaker {
        @Override
        public JavaHandler over(RecordBuffer buffer) {
            return new JavaCallback(new MarkerWarmUp(new ToolBuffer(registration, buffer)), null);
        }
    }

    private final Buffer buffer;
    private final MemorySegment record = MemorySegment.ofArray(new long[8]);

    private MarkerWarmUp(Buffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void onCallback(CallbackRecord event) {
        if (!(event instanceof ApiCall call)) return;
        if (call.phase() == CallbackPhase.ENTER) {
            call.userData(call.operationValue());
            return;
        }
        long sum = call.correlationId() + call.externalCorrelationId() + call.ancestorCorrelationId();
        record.setAtIndex(ValueLayout.JAVA_LONG, 1, sum + call.threadId() + call.userData());
        ApiValue message = call.argument(0);
        if (message.stringLengthBytes() >= 0) buffer.append(record, message);
        buffer.append(record);
    }
}
