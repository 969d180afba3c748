package io.rocprofiler.sdk.internal.capi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingHipApiExtRecord;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.RecordHeader;
import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.argument.ArgumentList;
import io.rocprofiler.sdk.internal.argument.ArgumentScratch;
import io.rocprofiler.sdk.internal.argument.Arguments;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ToolFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Iteration over arguments (`callback_tracing.cpp` of rocprofiler-sdk 1.0.0).
class ArgumentCallsTest {
    private static final long DATA = 99;
    private static final long GARBAGE = 0xA5A5_A5A5_A5A5_A5A5L;

    private final ToolProcess process = new ToolProcess();
    private final List<String> shown = new ArrayList<>();
    private long payload = ToolProcess.memory(208);

    private static String string(long address) {
        return Objects.requireNonNull(CStrings.read(address, 1 << 20));
    }

    /// Returns a callback that stores `type name text pointers/followed`.
    private long noting(int answer) {
        return process.platform.function(a -> {
            assertThat(a[2]).isEqualTo(shown.size());
            assertThat(a[9]).isEqualTo(DATA);
            shown.add(string(a[5]) + " " + string(a[6]) + " " + string(a[7]) + " " + a[4] + "/" + a[8]);
            return answer;
        });
    }

    private long record(int kind, int operation) {
        long record = ToolProcess.memory(CallbackTracingRecord.SIZEOF);
        Memory.putInt(record + CallbackTracingRecord.KIND, kind);
        Memory.putInt(record + CallbackTracingRecord.OPERATION, operation);
        Memory.putLong(record + CallbackTracingRecord.PAYLOAD, payload);
        return record;
    }

    private Status iterate(int kind, int operation, long callback, int maxDereferences) {
        return process.call(
                SdkFunction.ITERATE_CALLBACK_TRACING_KIND_OPERATION_ARGS,
                record(kind, operation),
                callback,
                maxDereferences,
                DATA);
    }

    private void arguments(long... words) {
        for (int i = 0; i < words.length; i++) Memory.putLong(payload + 8 + 8L * i, words[i]);
    }

    @Test
    void everyArgumentIsShownWithItsTypeNameAndText() {
        arguments(0x1000, 0, 4096, 1);
        int kind = CallbackTracingKind.HIP_RUNTIME_API.value();
        assertThat(iterate(kind, HipRuntimeOperation.hipMemcpy.value(), noting(0), 1))
                .isEqualTo(Status.SUCCESS);
        assertThat(shown)
                .containsExactly(
                        "Pv dst 0x1000 1/0",
                        "PKv src (null) 1/0",
                        "m sizeBytes 4096 0/0",
                        "13hipMemcpyKind kind HostToDevice 0/0");
    }

    @Test
    void theValueIsTheOneInThePayload() {
        long callback = process.platform.function(a -> {
            assertThat(a[0]).isEqualTo(CallbackTracingKind.HIP_RUNTIME_API.value());
            assertThat(a[1]).isEqualTo(HipRuntimeOperation.hipMemcpy.value());
            assertThat(a[3]).isEqualTo(payload + 8 + 8 * a[2]);
            shown.add("argument");
            return 0;
        });
        iterate(CallbackTracingKind.HIP_RUNTIME_API.value(), HipRuntimeOperation.hipMemcpy.value(), callback, 0);
        assertThat(shown).hasSize(4);
    }

    @Test
    void whoAnswersIsAskedNoMore() {
        int kind = CallbackTracingKind.HIP_RUNTIME_API.value();
        assertThat(iterate(kind, HipRuntimeOperation.hipMemcpy.value(), noting(-1), 1))
                .isEqualTo(Status.SUCCESS);
        assertThat(shown).hasSize(1);
    }

    @Test
    void functionsWithoutArgumentsShowNone() {
        int kind = CallbackTracingKind.MARKER_CORE_API.value();
        assertThat(iterate(kind, MarkerCoreApiId.roctxRangePop, noting(0), 1)).isEqualTo(Status.SUCCESS);
        assertThat(shown).isEmpty();
    }

    @Test
    void aRangeShowsTheArgumentsOfTheFunctionThatOpensIt() {
        arguments(ToolProcess.string("step"));
        int kind = CallbackTracingKind.MARKER_CORE_RANGE_API.value();
        for (int operation = 0; operation < 3; operation++) {
            shown.clear();
            assertThat(iterate(kind, operation, noting(0), 1)).isEqualTo(Status.SUCCESS);
            assertThat(shown).containsExactly("PKc message step 1/0");
        }
        shown.clear();
        assertThat(iterate(kind, 3, noting(0), 0)).isEqualTo(Status.SUCCESS);
        assertThat(shown).hasSize(1).first().asString().startsWith("Pm tid 0x");
    }

    @Test
    void openMpEvents() {
        arguments(2, 0);
        assertThat(iterate(CallbackTracingKind.OMPT.value(), 0, noting(0), 1)).isEqualTo(Status.SUCCESS);
        assertThat(shown).containsExactly("13ompt_thread_t thread_type 2 0/0", "P11ompt_data_t thread_data (null) 1/0");
        shown.clear();
        assertThat(iterate(CallbackTracingKind.OMPT.value(), 30, noting(0), 1)).isEqualTo(Status.SUCCESS);
        assertThat(shown).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, ERROR_INVALID_ARGUMENT",
        "HSA_CORE_API, SUCCESS",
        "HSA_AMD_EXT_API, SUCCESS",
        "HSA_IMAGE_EXT_API, SUCCESS",
        "HSA_FINALIZE_EXT_API, SUCCESS",
        "HIP_RUNTIME_API, SUCCESS",
        "HIP_COMPILER_API, SUCCESS",
        "MARKER_CORE_API, SUCCESS",
        "MARKER_CONTROL_API, SUCCESS",
        "MARKER_NAME_API, SUCCESS",
        "MARKER_CORE_RANGE_API, SUCCESS",
        "OMPT, SUCCESS",
        "ROCDECODE_API, SUCCESS",
        "ROCSHMEM_API, SUCCESS",
        "HIPFILE_API, SUCCESS",
        "ROCJPEG_API, ERROR_NOT_IMPLEMENTED",
        "RCCL_API, ERROR_NOT_IMPLEMENTED",
        "CODE_OBJECT, ERROR_NOT_IMPLEMENTED",
        "SCRATCH_MEMORY, ERROR_NOT_IMPLEMENTED",
        "KERNEL_DISPATCH, ERROR_NOT_IMPLEMENTED",
        "MEMORY_COPY, ERROR_NOT_IMPLEMENTED",
        "MEMORY_ALLOCATION, ERROR_NOT_IMPLEMENTED",
        "RUNTIME_INITIALIZATION, ERROR_NOT_IMPLEMENTED",
        "HIP_STREAM, ERROR_NOT_IMPLEMENTED",
        "HIP_GRAPH, ERROR_NOT_IMPLEMENTED",
        "KERNEL_REPLAY, ERROR_NOT_IMPLEMENTED",
        "HIP_EVENT, ERROR_NOT_IMPLEMENTED",
    })
    void kinds(CallbackTracingKind kind, Status status) {
        assertThat(iterate(kind.value(), 1, noting(0), 0)).isEqualTo(status);
        boolean iterable = status == Status.SUCCESS;
        assertThat(iterate(kind.value(), 1, 0, 0)).isEqualTo(iterable ? Status.ERROR_INVALID_ARGUMENT : status);
        assertThat(iterate(kind.value(), 600, noting(0), 0))
                .isEqualTo(iterable ? Status.ERROR_OPERATION_NOT_FOUND : status);
        assertThat(iterate(kind.value(), -1, noting(0), 0))
                .isEqualTo(iterable ? Status.ERROR_OPERATION_NOT_FOUND : status);
    }

    @Test
    void badRecords() {
        assertThat(iterate(CallbackTracingKind.last(), 0, noting(0), 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(iterate(-1, 0, noting(0), 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        for (long bad : new long[] {0, 0x10, GARBAGE}) {
            payload = bad;
            assertThat(iterate(CallbackTracingKind.HIP_RUNTIME_API.value(), 0, noting(0), 0))
                    .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        }
        assertThat(shown).isEmpty();
    }

    @Test
    void aThrowingCallbackEndsTheIteration() {
        long callback = process.platform.function(a -> {
            throw new ToolFailure("it threw a C++ exception");
        });
        int kind = CallbackTracingKind.HIP_RUNTIME_API.value();
        assertThat(iterate(kind, HipRuntimeOperation.hipMemcpy.value(), callback, 0))
                .isEqualTo(Status.ERROR);
        assertThat(iterate(kind, HipRuntimeOperation.hipMemcpy.value(), noting(0), 0))
                .isEqualTo(Status.SUCCESS);
        assertThat(shown).hasSize(4);
    }

    /// A callback that makes a traced call is called again for that call's arguments.
    @Test
    void textsStayWhileArgumentsAreShownInside() {
        arguments(ToolProcess.string("outer"));
        int kind = CallbackTracingKind.MARKER_CORE_API.value();
        long callback = process.platform.function(a -> {
            arguments(ToolProcess.string("inner"));
            assertThat(iterate(kind, MarkerCoreApiId.roctxMarkA, noting(0), 1)).isEqualTo(Status.SUCCESS);
            shown.add(string(a[7]));
            return 0;
        });
        assertThat(iterate(kind, MarkerCoreApiId.roctxMarkA, callback, 1)).isEqualTo(Status.SUCCESS);
        assertThat(shown).containsExactly("PKc message inner 1/0", "outer");
    }

    @Test
    void everyFunctionShowsAllItsArgumentsWhateverThePayloadHolds() {
        int functions = 0;
        for (CallbackTracingKind kind : CallbackTracingKind.values()) {
            for (int operation = 0; operation < Operations.count(kind); operation++) {
                ArgumentList list = ArgumentList.of(kind, operation);
                if (list == null || kind == CallbackTracingKind.RCCL_API || kind == CallbackTracingKind.ROCJPEG_API) {
                    continue;
                }
                assertThat(list.sizeBytes).isLessThanOrEqualTo(ArgumentScratch.VALUE_BYTES);
                for (long word : new long[] {0, GARBAGE, payload, -1}) {
                    fill(word);
                    shown.clear();
                    assertThat(iterate(kind.value(), operation, noting(0), 2)).isEqualTo(Status.SUCCESS);
                    assertThat(shown).as("%s %d", kind, operation).hasSize(expected(kind, operation));
                }
                functions++;
            }
        }
        assertThat(functions).isGreaterThan(880);
    }

    private void fill(long word) {
        for (int i = 0; i < 25; i++) Memory.putLong(payload + 8 + 8L * i, word);
    }

    private static int expected(CallbackTracingKind kind, int operation) {
        ApiTable table = ApiTables.ofCallbackKind(kind.value());
        if (table != null) return table.function(operation).parameters().size();
        return kind == CallbackTracingKind.OMPT
                ? Objects.requireNonNull(Arguments.openMp(operation))
                        .parameters()
                        .size()
                : 1;
    }

    // --- records --------------------------------------------------------------------------------------------------

    private Status records(int category, int kind, long record, long callback) {
        long header = ToolProcess.memory(RecordHeader.SIZEOF);
        Memory.putInt(header + RecordHeader.CATEGORY, category);
        Memory.putInt(header + RecordHeader.KIND, kind);
        Memory.putLong(header + RecordHeader.PAYLOAD, record);
        return process.call(SdkFunction.ITERATE_BUFFER_TRACING_RECORD_ARGS, header, callback, DATA);
    }

    private static long extended(BufferTracingKind kind, int operation, long... words) {
        long record = ToolProcess.memory(BufferTracingHipApiExtRecord.SIZEOF);
        Memory.putInt(record + BufferTracingHipApiExtRecord.KIND, kind.value());
        Memory.putInt(record + BufferTracingHipApiExtRecord.OPERATION, operation);
        for (int i = 0; i < words.length; i++) {
            Memory.putLong(record + BufferTracingHipApiExtRecord.ARGS + 8L * i, words[i]);
        }
        return record;
    }

    @Test
    void recordsShowTheirArgumentsWithoutFollowingPointers() {
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API_EXT;
        long record = extended(kind, HipRuntimeOperation.hipMalloc.value(), 0x1000, 64);
        long callback = process.platform.function(a -> {
            assertThat(a[8]).isEqualTo(DATA);
            assertThat(a[3]).isEqualTo(record + BufferTracingHipApiExtRecord.ARGS + 8 * a[2]);
            shown.add(a[0] + " " + a[1] + " " + string(a[5]) + " " + string(a[6]) + " " + string(a[7]) + " " + a[4]);
            return 0;
        });
        assertThat(records(1, kind.value(), record, callback)).isEqualTo(Status.SUCCESS);
        String head = kind.value() + " " + HipRuntimeOperation.hipMalloc.value() + " ";
        assertThat(shown).containsExactly(head + "PPv ptr 0x1000 2", head + "m size 64 0");
    }

    @ParameterizedTest
    @CsvSource({
        "1, HIP_RUNTIME_API_EXT, SUCCESS",
        "1, HIP_COMPILER_API_EXT, SUCCESS",
        "1, ROCDECODE_API_EXT, SUCCESS",
        "1, ROCSHMEM_API_EXT, SUCCESS",
        "1, HIPFILE_API_EXT, SUCCESS",
        "1, HIPFILE_API, ERROR_NOT_IMPLEMENTED",
        "1, HIP_RUNTIME_API, ERROR_NOT_IMPLEMENTED",
        "1, HSA_CORE_API, ERROR_NOT_IMPLEMENTED",
        "1, KERNEL_DISPATCH, ERROR_NOT_IMPLEMENTED",
        "1, CORRELATION_ID_RETIREMENT, ERROR_NOT_IMPLEMENTED",
        "1, NONE, ERROR_INVALID_ARGUMENT",
        "0, HIP_RUNTIME_API_EXT, ERROR_INVALID_ARGUMENT",
        "2, HIP_RUNTIME_API_EXT, ERROR_INVALID_ARGUMENT",
        "3, HIP_RUNTIME_API_EXT, ERROR_INVALID_ARGUMENT",
    })
    void kindsOfRecords(int category, BufferTracingKind kind, Status status) {
        long callback = process.platform.function(a -> 0);
        assertThat(records(category, kind.value(), extended(kind, 0), callback)).isEqualTo(status);
    }

    @Test
    void badHeaders() {
        long callback = process.platform.function(a -> 0);
        BufferTracingKind kind = BufferTracingKind.HIP_RUNTIME_API_EXT;
        assertThat(records(1, BufferTracingKind.last(), extended(kind, 0), callback))
                .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(records(1, kind.value(), 0, callback)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(records(1, kind.value(), process.platform.unreadable(), callback))
                .isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(records(1, kind.value(), extended(kind, 0), 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(records(1, kind.value(), extended(kind, 600), callback)).isEqualTo(Status.ERROR_OPERATION_NOT_FOUND);
    }
}
