package io.rocprofiler.sdk.internal.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingHipApiData;
import io.rocprofiler.abi.CallbackTracingHsaApiData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingMarkerApiData;
import io.rocprofiler.abi.HipDim3;
import io.rocprofiler.abi.HipError;
import io.rocprofiler.abi.HipMemcpyKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.HsaCoreOperation;
import io.rocprofiler.abi.MarkerCoreOperation;
import io.rocprofiler.abi.MarkerCoreRangeOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.internal.seam.ProcessMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// The values of a traced call that a handler reads.
class ApiCallTest {
    private static final CallbackTracingKind HIP = CallbackTracingKind.HIP_RUNTIME_API;
    private static final int HIP_ARGS = CallbackTracingHipApiData.ARGS;
    private static final int MARKER_ARGS = CallbackTracingMarkerApiData.ARGS;

    private final CallbackViews views = new CallbackViews(ProcessMemory.SELF);
    private final Struct userData = Struct.of(8);

    private ApiCall call(CallbackTracingKind kind, Operation operation, CallbackPhase phase, Struct payload) {
        Struct record = payload.callback(kind, operation.value(), phase);
        return (ApiCall) views.show(record.address, userData.address);
    }

    private ApiCall hip(HipRuntimeOperation operation, CallbackPhase phase, Struct payload) {
        return call(HIP, operation, phase, payload);
    }

    private static Struct hipPayload() {
        return Struct.sized(CallbackTracingHipApiData.SIZEOF);
    }

    private static Struct markerPayload() {
        return Struct.sized(CallbackTracingMarkerApiData.SIZEOF);
    }

    private ApiCall copy() {
        Struct payload = hipPayload()
                .word(HIP_ARGS, 0x1000)
                .word(HIP_ARGS + 8, 0x2000)
                .word(HIP_ARGS + 16, 4096)
                .half(HIP_ARGS + 24, 1)
                .half(CallbackTracingHipApiData.RETVAL, 700);
        return hip(HipRuntimeOperation.hipMemcpy, CallbackPhase.EXIT, payload);
    }

    @Test
    void theRecord() {
        ApiCall call = copy();
        assertThat(call.kind()).isEqualTo(HIP);
        assertThat(call.operation()).isSameAs(HipRuntimeOperation.hipMemcpy);
        assertThat(call.operationValue()).isEqualTo(HipRuntimeOperation.hipMemcpy.value());
        assertThat(call.operationName()).isEqualTo("hipMemcpy");
        assertThat(call.phase()).isEqualTo(CallbackPhase.EXIT);
        assertThat(call.contextHandle()).isEqualTo(300);
        assertThat(call.threadId()).isEqualTo(44);
        assertThat(call.correlationId()).isEqualTo(7);
        assertThat(call.externalCorrelationId()).isEqualTo(8);
        assertThat(call.ancestorCorrelationId()).isEqualTo(6);
        assertThat(call.payload().byteSize()).isEqualTo(CallbackTracingHipApiData.SIZEOF);
        assertThat(call.payload().isReadOnly()).isTrue();
        assertThat(call.userData()).isZero();
        call.userData(99);
        assertThat(call.userData()).isEqualTo(99);
    }

    @Test
    void argumentsByPlaceAndByName() {
        ApiCall call = copy();
        assertThat(call.argumentCount()).isEqualTo(4);
        ApiValue destination = call.argument(0);
        ApiValue size = call.argument("sizeBytes");
        assertThat(destination.name()).isEqualTo("dst");
        assertThat(destination.type()).isEqualTo("void*");
        assertThat(destination.asAddress()).isEqualTo(0x1000);
        assertThat(size.name()).isEqualTo("sizeBytes");
        assertThat(size.asLong()).isEqualTo(4096);
        assertThat(call.argument("src").asLong()).isEqualTo(0x2000);
        assertThat(call.argument("kind").asInt()).isEqualTo(1);
    }

    @Test
    void anArgumentSaysWhetherItIsAPointer() {
        ApiCall copy = copy();
        assertThat(copy.argument("dst").isPointer()).isTrue();
        assertThat(copy.argument("kind").isPointer()).isFalse();
        assertThat(copy.copy().argument("dst").isPointer()).isTrue();
        ApiCall wait = hip(HipRuntimeOperation.hipStreamSynchronize, CallbackPhase.ENTER, hipPayload());
        assertThat(wait.argument("stream").isPointer()).isTrue();
    }

    @Test
    void anArgumentThatIsNotThereIsNamed() {
        ApiCall call = copy();
        assertThatThrownBy(() -> call.argument(4))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("argument=4: hipMemcpy has 4 here");
        assertThatThrownBy(() -> call.argument(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> call.argument("stream"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("argument=stream: hipMemcpy has dst, src, sizeBytes, kind");
    }

    @Test
    void anArgumentIsReadAsWhatItIs() {
        ApiCall call = copy();
        assertThatThrownBy(() -> call.argument("sizeBytes").asInt())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sizeBytes=(size_t): not an integer of at most four bytes");
        assertThatThrownBy(() -> call.argument("sizeBytes").asDouble())
                .hasMessage("sizeBytes=(size_t): not a floating-point number");
        assertThatThrownBy(() -> call.argument("sizeBytes").asAddress())
                .hasMessage("sizeBytes=(size_t): not a pointer");
        assertThatThrownBy(() -> call.argument("dst").asString()).hasMessage("dst=(void*): not a C string");
        assertThatThrownBy(() -> call.argument("dst").stringLengthBytes()).hasMessage("dst=(void*): not a C string");
    }

    @Test
    void smallIntegersAreExtendedBySign() {
        ApiCall call = hip(
                HipRuntimeOperation.hipSetDevice,
                CallbackPhase.ENTER,
                hipPayload().word(HIP_ARGS, 0xDEAD_BEEF_FFFF_FFFFL));
        assertThat(call.argument(0).asLong()).isEqualTo(-1);
        assertThat(call.argument(0).asInt()).isEqualTo(-1);
    }

    @Test
    void floatingPointNumbers() {
        ApiCall call = hip(
                HipRuntimeOperation.hipTexRefSetMipmapLevelBias,
                CallbackPhase.ENTER,
                hipPayload().floating(HIP_ARGS + 8, 0.5f));
        assertThat(call.argument("bias").asDouble()).isEqualTo(0.5);
        assertThatThrownBy(() -> call.argument("bias").asLong()).hasMessage("bias=(float): not an integer or a handle");
    }

    @Test
    void structs() {
        ApiCall launch = hip(
                HipRuntimeOperation.hipLaunchKernel,
                CallbackPhase.ENTER,
                hipPayload().word(HIP_ARGS, 0x77).dimensions(HIP_ARGS + 8, 64, 2, 1));
        ApiValue blocks = launch.argument("numBlocks");
        assertThat(blocks.asSegment().byteSize()).isEqualTo(HipDim3.SIZEOF);
        assertThat(blocks.asSegment().isReadOnly()).isTrue();
        assertThat(blocks.asSegment().get(ValueLayout.JAVA_INT, HipDim3.X)).isEqualTo(64);
        assertThat(blocks.asSegment().get(ValueLayout.JAVA_INT, HipDim3.Y)).isEqualTo(2);
        assertThatThrownBy(blocks::asLong).hasMessage("numBlocks=(rocprofiler_dim3_t): not an integer or a handle");
        ApiCall wait = call(
                CallbackTracingKind.HSA_CORE_API,
                HsaCoreOperation.hsa_signal_destroy,
                CallbackPhase.ENTER,
                Struct.sized(CallbackTracingHsaApiData.SIZEOF).word(CallbackTracingHsaApiData.ARGS, 0x1234));
        assertThat(wait.argument("signal").asLong()).isEqualTo(0x1234);
    }

    @Test
    void strings() {
        CallbackTracingKind kind = CallbackTracingKind.MARKER_CORE_API;
        Struct payload = markerPayload().text(MARKER_ARGS, "größer");
        ApiValue message = call(kind, MarkerCoreOperation.roctxMarkA, CallbackPhase.ENTER, payload)
                .argument("message");
        assertThat(message.asString()).isEqualTo("größer");
        assertThat(message.stringLengthBytes()).isEqualTo(8);
        assertThat(message.stringLengthBytes()).isEqualTo(8);
        ApiValue nothing = call(kind, MarkerCoreOperation.roctxMarkA, CallbackPhase.ENTER, markerPayload())
                .argument(0);
        assertThat(nothing.asString()).isNull();
        assertThat(nothing.stringLengthBytes()).isZero();
    }

    @Test
    void textIsAsAmdsToolsWriteIt() {
        ApiCall copy = copy();
        assertThat(copy.argument("kind").asText()).isEqualTo("hipMemcpyHostToDevice");
        assertThat(copy.argument("src").asText()).isEqualTo("0x2000");
        assertThat(copy.result().asText()).isEqualTo("hipErrorIllegalAddress");
        Struct payload = hipPayload().dimensions(HIP_ARGS + 8, 64, 2, 1);
        ApiCall launch = hip(HipRuntimeOperation.hipLaunchKernel, CallbackPhase.ENTER, payload);
        assertThat(launch.argument("numBlocks").asText()).isEqualTo("{z=1, y=2, x=64}");
        assertThat(launch.argument("stream").asText()).isEqualTo("(null)");
    }

    @Test
    void textFollowsPointersToWhatIsThere() {
        Struct device = Struct.of(8).half(0, 3);
        Struct payload = hipPayload().word(HIP_ARGS, device.address);
        ApiCall call = hip(HipRuntimeOperation.hipGetDevice, CallbackPhase.EXIT, payload);
        assertThat(call.argument(0).asText()).isEqualTo("3");
        ApiCall copy = call.copy();
        device.half(0, 4);
        assertThat(call.argument(0).asText()).isEqualTo("4");
        assertThat(copy.argument(0).asText()).isEqualTo("3");
        assertThat(copy.argument(0).asAddress()).isEqualTo(device.address);
    }

    @Test
    void aStringThatCannotBeReadIsNone() {
        ApiCall mark = call(
                CallbackTracingKind.MARKER_CORE_API,
                MarkerCoreOperation.roctxMarkA,
                CallbackPhase.ENTER,
                markerPayload().word(MARKER_ARGS, 0x10));
        assertThat(mark.argument(0).asString()).isNull();
        assertThat(mark.argument(0).asText()).isEqualTo("0x10");
        assertThat(mark.copy().argument(0).asString()).isNull();
    }

    @Test
    void rangesCarryTheArgumentsOfTheFunctionThatOpensThem() {
        ApiCall range = call(
                CallbackTracingKind.MARKER_CORE_RANGE_API,
                MarkerCoreRangeOperation.roctxProcessRangeA,
                CallbackPhase.EXIT,
                markerPayload().text(MARKER_ARGS, "step").word(CallbackTracingMarkerApiData.RETVAL, 5));
        assertThat(range.operation()).isSameAs(MarkerCoreRangeOperation.roctxProcessRangeA);
        assertThat(range.argument("message").asString()).isEqualTo("step");
        assertThat(range.result().asLong()).isEqualTo(5);
    }

    @Test
    void aResultIsThereWhenTheFunctionHasReturnedOne() {
        ApiCall returned = copy();
        assertThat(returned.hasResult()).isTrue();
        assertThat(returned.result().name()).isEqualTo("result");
        assertThat(returned.result().type()).isEqualTo("hipError_t");
        assertThat(returned.result().asInt()).isEqualTo(700);
        ApiCall entered = hip(HipRuntimeOperation.hipMemcpy, CallbackPhase.ENTER, hipPayload());
        assertThat(entered.hasResult()).isFalse();
        assertThatThrownBy(entered::result)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("result: hipMemcpy has not returned yet");
        ApiCall mark = call(
                CallbackTracingKind.MARKER_CORE_API,
                MarkerCoreOperation.roctxMarkA,
                CallbackPhase.EXIT,
                markerPayload());
        assertThat(mark.hasResult()).isFalse();
        assertThatThrownBy(mark::result).hasMessage("result: roctxMarkA has none here");
    }

    @Test
    void negativeResults() {
        Struct payload = markerPayload().word(CallbackTracingMarkerApiData.RETVAL, 0x7777_7777_FFFF_FFFEL);
        ApiCall push = call(
                CallbackTracingKind.MARKER_CORE_API, MarkerCoreOperation.roctxRangePushA, CallbackPhase.EXIT, payload);
        assertThat(push.result().asInt()).isEqualTo(-2);
        assertThat(push.result().asLong()).isEqualTo(-2);
    }

    @Test
    void aCopyOutlivesTheCallAndEqualsItsLike() {
        Struct payload = markerPayload().text(MARKER_ARGS, "step");
        ApiCall call =
                call(CallbackTracingKind.MARKER_CORE_API, MarkerCoreOperation.roctxMarkA, CallbackPhase.ENTER, payload);
        call.userData(3);
        ApiCall copy = call.copy();
        assertThat(copy).isEqualTo(call.copy()).hasSameHashCodeAs(call.copy());
        call.userData(4);
        assertThat(copy).isNotEqualTo(call.copy());
        CallbackViews.hide(call);
        assertThat(copy.kind()).isEqualTo(CallbackTracingKind.MARKER_CORE_API);
        assertThat(copy.operation()).isSameAs(MarkerCoreOperation.roctxMarkA);
        assertThat(copy.operationValue()).isZero();
        assertThat(copy.operationName()).isEqualTo("roctxMarkA");
        assertThat(copy.phase()).isEqualTo(CallbackPhase.ENTER);
        assertThat(copy.threadId()).isEqualTo(44);
        assertThat(copy.correlationId()).isEqualTo(7);
        assertThat(copy.externalCorrelationId()).isEqualTo(8);
        assertThat(copy.ancestorCorrelationId()).isEqualTo(6);
        assertThat(copy.contextHandle()).isEqualTo(300);
        assertThat(copy.userData()).isEqualTo(3);
        assertThat(copy.argumentCount()).isEqualTo(1);
        assertThat(copy.argument("message").asString()).isEqualTo("step");
        assertThat(copy.argument(0).stringLengthBytes()).isEqualTo(4);
        assertThat(copy.hasResult()).isFalse();
        assertThat(copy.copy()).isSameAs(copy);
        assertThatThrownBy(copy::payload).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> copy.userData(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.argument("id")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> copy.argument(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(copy::result).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCopyOfValuesIsReadAsTheValuesAre() {
        ApiCall copy = copy().copy();
        assertThat(copy.argument("dst").asAddress()).isEqualTo(0x1000);
        assertThat(copy.argument("dst").type()).isEqualTo("void*");
        assertThat(copy.argument("sizeBytes").asLong()).isEqualTo(4096);
        assertThat(copy.argument("sizeBytes").asSegment().get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                .isEqualTo(4096);
        assertThat(copy.argument("kind").asInt()).isEqualTo(1);
        assertThat(copy.hasResult()).isTrue();
        assertThat(copy.result().asInt()).isEqualTo(700);
        assertThatThrownBy(() -> copy.argument("kind").asDouble()).isInstanceOf(IllegalArgumentException.class);
        assertThat(copy.toString())
                .contains("operation=hipMemcpy", "dst=0x1000", "sizeBytes=4096")
                .contains("kind=hipMemcpyHostToDevice", "returned=result=hipErrorIllegalAddress");
    }

    @Test
    void whatIsOverReadsAsZeros() {
        ApiCall call = copy();
        ApiValue size = call.argument("sizeBytes");
        assertThat(call.toString()).contains("hipMemcpy");
        assertThat(size).hasToString("sizeBytes=4096");
        CallbackViews.hide(call);
        assertThat(call.kind()).isEqualTo(CallbackTracingKind.NONE);
        assertThat(call.phase()).isEqualTo(CallbackPhase.NONE);
        assertThat(call.threadId()).isZero();
        assertThat(call.correlationId()).isZero();
        assertThat(call.argumentCount()).isZero();
        assertThat(call.operationName()).isEmpty();
        assertThat(call.payload().byteSize()).isZero();
        assertThat(size.asLong()).isZero();
        assertThat(call).hasToString("a callback that is over");
        assertThat(size).hasToString("a value of a call that is over");
    }

    @Test
    void anEnumerationIsReadAsAConstant() {
        ApiCall call = copy();
        assertThat(call.argument("kind").asEnum(HipMemcpyKind.class)).isEqualTo(HipMemcpyKind.HOST_TO_DEVICE);
        assertThat(call.result().asEnum(HipError.class)).isEqualTo(HipError.ERROR_ILLEGAL_ADDRESS);
        assertThat(call.copy().argument("kind").asEnum(HipMemcpyKind.class)).isEqualTo(HipMemcpyKind.HOST_TO_DEVICE);
        assertThatThrownBy(() -> call.argument("sizeBytes").asEnum(HipMemcpyKind.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sizeBytes=(size_t): not an enumeration");
    }

    @Test
    void memoryIsLentUntilTheCallbackIsOver() {
        ApiCall call = copy();
        MemorySegment payload = call.payload();
        MemorySegment size = call.argument("sizeBytes").asSegment();
        assertThat(payload.get(ValueLayout.JAVA_LONG, HIP_ARGS + 16)).isEqualTo(4096);
        assertThat(size.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(4096);
        CallbackViews.hide(call);
        assertThatThrownBy(() -> payload.get(ValueLayout.JAVA_LONG, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> size.get(ValueLayout.JAVA_LONG, 0)).isInstanceOf(IllegalStateException.class);
    }
}
