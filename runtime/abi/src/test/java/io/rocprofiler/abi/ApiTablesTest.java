package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiTablesTest {
    @ParameterizedTest
    @CsvSource({
        "HIP_RUNTIME, 545, 545, 8, hip",
        "HIP_COMPILER, 9, 9, 8, hip_compiler",
        "HSA_CORE, 125, 125, 16, hsa",
        "HSA_AMD_EXT, 91, 91, 16, hsa",
        "HSA_IMAGE_EXT, 14, 13, 16, hsa",
        "HSA_FINALIZE_EXT, 6, 6, 16, hsa",
        "HSA_TOOLS, 6, 0, 16, hsa",
        "HSA_PC_SAMPLING, 7, 0, 16, hsa",
        "ROCTX_CORE, 6, 6, 8, roctx",
        "ROCTX_CONTROL, 2, 2, 8, roctx",
        "ROCTX_NAME, 4, 4, 8, roctx",
        "RCCL, 52, 52, 8, rccl",
        "ROCDECODE, 16, 16, 8, rocdecode",
        "ROCJPEG, 9, 9, 8, rocjpeg",
        "ROCSHMEM, 9, 9, 8, rocshmem",
        "HIPFILE, 31, 31, 8, hipFile",
    })
    void everyTableHasItsSlots(String name, int slots, int operations, int header, String commonName) {
        ApiTable table = table(name);

        assertThat(table.count()).isEqualTo(slots);
        assertThat(table.operations()).isEqualTo(operations);
        assertThat(table.headerBytes()).isEqualTo(header);
        assertThat(table.commonName()).isEqualTo(commonName);
        assertThat(ApiTables.get(table.index())).isSameAs(table);
    }

    @Test
    void everyTracedTableIsFoundByItsKinds() {
        List<String> names = new ArrayList<>();
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            ApiTable table = ApiTables.ofCallbackKind(kind.value());
            if (table != null) {
                names.add(kind.name() + "=" + table.name());
                assertThat(kind.value()).isEqualTo(table.callbackKind());
            }
        }

        assertThat(names)
                .containsExactly(
                        "HSA_CORE_API=HSA_CORE",
                        "HSA_AMD_EXT_API=HSA_AMD_EXT",
                        "HSA_IMAGE_EXT_API=HSA_IMAGE_EXT",
                        "HSA_FINALIZE_EXT_API=HSA_FINALIZE_EXT",
                        "HIP_RUNTIME_API=HIP_RUNTIME",
                        "HIP_COMPILER_API=HIP_COMPILER",
                        "MARKER_CORE_API=ROCTX_CORE",
                        "MARKER_CONTROL_API=ROCTX_CONTROL",
                        "MARKER_NAME_API=ROCTX_NAME",
                        "RCCL_API=RCCL",
                        "ROCDECODE_API=ROCDECODE",
                        "ROCJPEG_API=ROCJPEG",
                        "ROCSHMEM_API=ROCSHMEM",
                        "HIPFILE_API=HIPFILE");
        assertThat(ApiTables.ofBufferKind(BufferTracingKind.HIP_RUNTIME_API_EXT.value()))
                .isSameAs(ApiTables.HIP_RUNTIME);
        assertThat(ApiTables.ofBufferKind(BufferTracingKind.KERNEL_DISPATCH.value()))
                .isNull();
    }

    @Test
    void theSizeOfATableSaysWhichSlotsExist() {
        assertThat(ApiTables.HIP_RUNTIME.slots(4016)).as("HIP 7.1").isEqualTo(501);
        assertThat(ApiTables.HIP_RUNTIME.slots(4344)).as("HIP 10.0, step 31").isEqualTo(542);
        assertThat(ApiTables.HIP_RUNTIME.slots(1_000_000)).as("a later HIP").isEqualTo(545);
        assertThat(ApiTables.HSA_AMD_EXT.slots(608)).as("ROCm 7.0").isEqualTo(74);
        assertThat(ApiTables.HSA_AMD_EXT.slots(8)).as("less than a header").isZero();
        assertThat(ApiTables.HSA_CORE.slotOffset(0)).isEqualTo(16);
        assertThat(ApiTables.HIP_RUNTIME.slotOffset(544)).isEqualTo(8 + 8 * 544);
    }

    @Test
    void aFunctionTellsItsSignature() {
        ApiFunction function = ApiTables.HIP_RUNTIME.function(HipRuntimeOperation.hipMemcpy.value());

        assertThat(function)
                .isEqualTo(new ApiFunction(
                        HipRuntimeOperation.hipMemcpy.value(),
                        "hipMemcpy",
                        "hipError_t",
                        "enum:hipError_t",
                        32,
                        List.of(
                                new ApiParameter("dst", "void*", "pointer", 0, 8),
                                new ApiParameter("src", "const void*", "pointer", 8, 8),
                                new ApiParameter("sizeBytes", "size_t", "u64", 16, 8),
                                new ApiParameter("kind", "hipMemcpyKind", "enum:hipMemcpyKind", 24, 4))));
    }

    @Test
    void aFunctionTellsItsStream() {
        ApiTable hip = ApiTables.HIP_RUNTIME;
        for (int slot = 0; slot < hip.count(); slot++) {
            ApiFunction function = hip.function(slot);
            ApiParameter stream = function.parameters().stream()
                    .filter(parameter -> parameter.type().matches("hipStream_t\\*?"))
                    .findFirst()
                    .orElse(null);
            assertThat(hip.streamSource(slot) >= 0).as(function.name()).isEqualTo(stream != null);
            if (stream == null) continue;
            long move = hip.streamSource(slot) | (long) stream.offset() << 16 | 8L << 32;
            assertThat(hip.argMoves(slot)).as(function.name()).contains(move);
            assertThat(hip.makesStream(slot))
                    .as(function.name())
                    .isEqualTo(stream.type().endsWith("*"));
            assertThat(hip.endsStream(slot)).isEqualTo(function.name().equals("hipStreamDestroy"));
        }
    }

    @Test
    void payloadsHaveTheSdkStructsLayout() {
        assertThat(ApiTables.HIP_RUNTIME.payloadBytes()).isEqualTo(CallbackTracingHipApiData.SIZEOF);
        assertThat(ApiTables.HIP_RUNTIME.payloadArgs()).isEqualTo(CallbackTracingHipApiData.ARGS);
        assertThat(ApiTables.HIP_RUNTIME.payloadRetval()).isEqualTo(CallbackTracingHipApiData.RETVAL);
        assertThat(ApiTables.HIP_RUNTIME.extRecordBytes()).isEqualTo(BufferTracingHipApiExtRecord.SIZEOF);
        assertThat(ApiTables.HIP_RUNTIME.extRecordArgs()).isEqualTo(BufferTracingHipApiExtRecord.ARGS);
        assertThat(ApiTables.HSA_AMD_EXT.recordBytes()).isEqualTo(BufferTracingHsaApiRecord.SIZEOF);
        assertThat(ApiTables.ROCTX_NAME.payloadRetval()).isEqualTo(CallbackTracingMarkerApiData.RETVAL);
        assertThat(ApiTables.HIPFILE.extRecordBytes()).isEqualTo(BufferTracingHipfileApiExtRecord.SIZEOF);
        assertThat(ApiTables.ROCSHMEM.payloadRetval()).isEqualTo(CallbackTracingRocshmemApiData.RETVAL);
        assertThat(ApiTables.RCCL.extRecordBytes()).isZero();
    }

    @Test
    void everyPayloadFitsTheFrame() {
        for (int index = 0; index < ApiTables.count(); index++) {
            ApiTable table = ApiTables.get(index);
            assertThat(table.payloadBytes()).as(table.name()).isLessThanOrEqualTo(8 * NativeFrame.PAYLOAD_LENGTH);
            assertThat(table.recordBytes()).as(table.name()).isLessThanOrEqualTo(8 * NativeFrame.RECORD_LENGTH);
        }
    }

    static ApiTable table(String name) {
        for (int index = 0; index < ApiTables.count(); index++) {
            if (ApiTables.get(index).name().equals(name)) {
                return ApiTables.get(index);
            }
        }
        throw new AssertionError("no table " + name);
    }
}
