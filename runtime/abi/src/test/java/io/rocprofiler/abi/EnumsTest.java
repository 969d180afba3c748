package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SdkFunction;
import org.junit.jupiter.api.Test;

class EnumsTest {
    @Test
    void kindsAreNumberedFromNone() {
        assertThat(CallbackTracingKind.values()).hasSize(27).startsWith(CallbackTracingKind.NONE);
        assertThat(CallbackTracingKind.last()).isEqualTo(27);
        assertThat(BufferTracingKind.values()).hasSize(39).endsWith(BufferTracingKind.HIP_EVENT);
        assertThat(BufferTracingKind.last()).isEqualTo(39);
        assertThat(CallbackTracingKind.of(12)).isEqualTo(CallbackTracingKind.KERNEL_DISPATCH);
        assertThat(BufferTracingKind.of(11)).isEqualTo(BufferTracingKind.KERNEL_DISPATCH);
        assertThat(BufferTracingKind.of(32)).isEqualTo(BufferTracingKind.MARKER_CORE_RANGE_API);
        assertThat(CallbackTracingKind.of(27)).isNull();
        assertThat(CallbackTracingKind.of(-1)).isNull();
        assertThat(CallbackTracingKind.HIP_STREAM.nativeName()).isEqualTo("ROCPROFILER_CALLBACK_TRACING_HIP_STREAM");
    }

    @Test
    void statusesHaveTheSdkNamesAndMessages() {
        assertThat(Status.values()).hasSize(42);
        assertThat(Status.SUCCESS.message()).isEqualTo("Success");
        assertThat(Status.ERROR_BUFFER_BUSY.message())
                .isEqualTo("Buffer operation failed because it is currently busy handling another request");
        assertThat(Status.INTERNAL_NO_AGENT_CONTEXT.value()).isEqualTo(32);
        assertThat(Status.of(40)).isEqualTo(Status.ERROR_PERMISSION_DENIED);
        assertThat(Status.ERROR_PERMISSION_DENIED.message())
                .isEqualTo("Required permission (CAP_PERFMON) is not set, permission denied");
        assertThat(Status.of(30)).isEqualTo(Status.ERROR_CONFIG_NOT_FOUND).isSameAs(Status.ERROR_PROFILE_NOT_FOUND);
        assertThat(Status.of(41)).isEqualTo(Status.ERROR_INCOMPATIBLE_REGISTER_VERSION);
        assertThat(Status.of(42)).isNull();
    }

    @Test
    void ofTwoNamesForOneValueTheFirstIsTheConstant() {
        assertThat(HipError.of(2)).isEqualTo(HipError.ERROR_OUT_OF_MEMORY);
        assertThat(HipError.ERROR_MEMORY_ALLOCATION).isSameAs(HipError.ERROR_OUT_OF_MEMORY);
        assertThat(HipError.ERROR_OUT_OF_MEMORY.nativeName()).isEqualTo("hipErrorOutOfMemory");
        assertThat(CallbackPhase.LOAD).isSameAs(CallbackPhase.ENTER);
        assertThat(CallbackPhase.of(2)).isSameAs(CallbackPhase.UNLOAD);
    }

    @Test
    void sparseAndNegativeValuesAreFound() {
        assertThat(HsaStatus.of(0x1001)).isEqualTo(HsaStatus.ERROR_INVALID_ARGUMENT);
        assertThat(HsaStatus.of(2)).isNull();
        assertThat(RocJpegStatus.of(-1)).isEqualTo(RocJpegStatus.NOT_INITIALIZED);
        assertThat(RuntimeLibrary.of(4)).isEqualTo(RuntimeLibrary.HIP_LIBRARY);
    }

    @Test
    void functionsAreNumberedAsTheTrampolinesAre() {
        assertThat(SdkFunction.values()).hasSize(83);
        assertThat(SdkFunction.of(0)).isEqualTo(SdkFunction.OMPT_START_TOOL);
        assertThat(SdkFunction.CREATE_CONTEXT.nativeName()).isEqualTo("rocprofiler_create_context");
        assertThat(SdkFunction.CREATE_CONTEXT.parameters()).isEqualTo(1);
        assertThat(SdkFunction.of(83)).isNull();
    }
}
