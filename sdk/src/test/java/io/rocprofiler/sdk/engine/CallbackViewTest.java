package io.rocprofiler.sdk.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.CorrelationId;
import io.rocprofiler.abi.HipRuntimeApiId;
import io.rocprofiler.abi.MarkerCoreApiId;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What a handler in Java reads out of AMD's structs.
class CallbackViewTest {
    /// A view of a call whose payload's `args` begin with these words, at its exit.
    static CallbackView call(CallbackTracingKind kind, int operation, long... words) {
        return call(ToolProcess.memory(208), kind, operation, words);
    }

    private static CallbackView call(long payload, CallbackTracingKind kind, int operation, long... words) {
        Memory.putLong(payload, 208);
        for (int i = 0; i < words.length; i++) Memory.putLong(payload + 8 + 8L * i, words[i]);
        long record = ToolProcess.memory(CallbackTracingRecord.SIZEOF);
        Memory.putLong(record + CallbackTracingRecord.CONTEXT_ID, 300);
        Memory.putLong(record + CallbackTracingRecord.THREAD_ID, 44);
        Memory.putLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.INTERNAL, 7);
        Memory.putLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.EXTERNAL, 8);
        Memory.putLong(record + CallbackTracingRecord.CORRELATION_ID + CorrelationId.ANCESTOR, 6);
        Memory.putInt(record + CallbackTracingRecord.KIND, kind.value());
        Memory.putInt(record + CallbackTracingRecord.OPERATION, operation);
        Memory.putInt(record + CallbackTracingRecord.PHASE, CallbackPhase.EXIT.value());
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, payload);
        return new CallbackView().over(record, ToolProcess.memory(8));
    }

    @Test
    void theRecord() {
        CallbackView call = call(CallbackTracingKind.HIP_RUNTIME_API, HipRuntimeApiId.hipMalloc);
        assertThat(call.kind()).isEqualTo(CallbackTracingKind.HIP_RUNTIME_API);
        assertThat(call.operationName()).isEqualTo("hipMalloc");
        assertThat(call.phase()).isEqualTo(CallbackPhase.EXIT);
        assertThat(call.contextHandle()).isEqualTo(300);
        assertThat(call.threadId()).isEqualTo(44);
        assertThat(call.internalCorrelationId()).isEqualTo(7);
        assertThat(call.externalCorrelationId()).isEqualTo(8);
        assertThat(call.ancestorCorrelationId()).isEqualTo(6);
        assertThat(call.payload().byteSize()).isEqualTo(208);
        assertThat(call.payload().isReadOnly()).isTrue();
    }

    @Test
    void arguments() {
        CallbackView call =
                call(CallbackTracingKind.HIP_RUNTIME_API, HipRuntimeApiId.hipMemcpy, 0x1000, 0x2000, 4096, 1);
        assertThat(call.argumentCount()).isEqualTo(4);
        assertThat(call.argumentName(2)).isEqualTo("sizeBytes");
        assertThat(call.argument(0)).isEqualTo(0x1000);
        assertThat(call.argument(1)).isEqualTo(0x2000);
        assertThat(call.argument(2)).isEqualTo(4096);
        assertThat(call.argument(3)).isEqualTo(1);
        assertThatThrownBy(() -> call.argument(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> call.argumentName(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void smallIntegersAreExtendedBySign() {
        CallbackView call =
                call(CallbackTracingKind.HIP_RUNTIME_API, HipRuntimeApiId.hipSetDevice, 0xDEAD_BEEF_FFFF_FFFFL);
        assertThat(call.argument(0)).isEqualTo(-1);
    }

    @Test
    void strings() {
        CallbackTracingKind kind = CallbackTracingKind.MARKER_CORE_API;
        CallbackView mark = call(kind, MarkerCoreApiId.roctxMarkA, ToolProcess.string("größer"));
        assertThat(mark.argumentString(0)).isEqualTo("größer");
        assertThat(mark.argumentStringLength(0)).isEqualTo(8);
        CallbackView nothing = call(kind, MarkerCoreApiId.roctxMarkA, 0);
        assertThat(nothing.argumentString(0)).isNull();
        assertThat(nothing.argumentStringLength(0)).isZero();
    }

    @Test
    void rangesCarryTheArgumentsOfTheFunctionThatOpensThem() {
        CallbackView range = call(CallbackTracingKind.MARKER_CORE_RANGE_API, 2, ToolProcess.string("step"));
        assertThat(range.operationName()).isEqualTo("roctxProcessRangeA");
        assertThat(range.argumentName(0)).isEqualTo("message");
        assertThat(range.argumentString(0)).isEqualTo("step");
    }

    @Test
    void returnValues() {
        ApiTable marker = Objects.requireNonNull(ApiTables.ofCallbackKind(CallbackTracingKind.MARKER_CORE_API.value()));
        long payload = ToolProcess.memory(208);
        CallbackView push = call(payload, CallbackTracingKind.MARKER_CORE_API, MarkerCoreApiId.roctxRangePushA);
        Memory.putLong(payload + marker.payloadRetval(), 0x7777_7777_FFFF_FFFEL);
        assertThat(push.returnValue()).isEqualTo(-2);
        CallbackView mark = call(payload, CallbackTracingKind.MARKER_CORE_API, MarkerCoreApiId.roctxMarkA);
        assertThat(mark.returnValue()).isZero();
    }

    @Test
    void userDataIsTheToolsOwnWord() {
        CallbackView call = call(CallbackTracingKind.HIP_RUNTIME_API, 0);
        assertThat(call.userData()).isZero();
        call.userData(99);
        assertThat(call.userData()).isEqualTo(99);
    }
}
