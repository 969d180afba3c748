package io.rocprofiler.sdk.internal.capi;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.AgentV0;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.agent.TestMachines;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Names, kinds and operations as C tools query them (`callback_tracing.cpp` and `buffer_tracing.cpp` of
/// rocprofiler-sdk 1.0.0).
class QueryCallsTest {
    private final ToolProcess process = new ToolProcess();

    /// Returns the result of a name query: status, text and length.
    private String name(SdkFunction function, int... leading) {
        long out = ToolProcess.ints(1, 1, 1, 1);
        long[] arguments = new long[leading.length + 2];
        for (int i = 0; i < leading.length; i++) arguments[i] = leading[i];
        arguments[leading.length] = out;
        arguments[leading.length + 1] = out + 8;
        Status status = process.call(function, arguments);
        long address = Memory.getLong(out);
        if (address == 0x1_0000_0001L) return status + " untouched";
        return status + " " + CStrings.read(address, 100) + " " + Memory.getLong(out + 8);
    }

    /// Returns the numbers that an iteration reports, stopping after `limit`.
    private List<Long> iterate(SdkFunction function, int limit, int which, long... leading) {
        List<Long> numbers = new ArrayList<>();
        long callback = process.platform.function(a -> {
            numbers.add(a[which]);
            assertThat(a[which + 1]).isEqualTo(99);
            return numbers.size() == limit ? 1 : 0;
        });
        long[] arguments = new long[leading.length + 2];
        System.arraycopy(leading, 0, arguments, 0, leading.length);
        arguments[leading.length] = callback;
        arguments[leading.length + 1] = 99;
        assertThat(process.call(function, arguments)).isEqualTo(Status.SUCCESS);
        return numbers;
    }

    @Test
    void everyKindIsIteratedIncludingNone() {
        assertThat(iterate(SdkFunction.ITERATE_CALLBACK_TRACING_KINDS, -1, 0))
                .hasSize(CallbackTracingKind.last())
                .startsWith(0L, 1L);
        assertThat(iterate(SdkFunction.ITERATE_BUFFER_TRACING_KINDS, -1, 0)).hasSize(BufferTracingKind.last());
        assertThat(iterate(SdkFunction.ITERATE_BUFFER_TRACING_KINDS, 3, 0)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void kindNamesAreTheSuffixes() {
        SdkFunction callback = SdkFunction.QUERY_CALLBACK_TRACING_KIND_NAME;
        assertThat(name(callback, 0)).isEqualTo("SUCCESS NONE 4");
        assertThat(name(callback, 5)).isEqualTo("SUCCESS HIP_RUNTIME_API 15");
        assertThat(name(callback, 22)).isEqualTo("SUCCESS HIP_GRAPH 9");
        assertThat(name(callback, 27)).isEqualTo("ERROR_KIND_NOT_FOUND null 0");
        assertThat(name(callback, -1)).isEqualTo("ERROR_KIND_NOT_FOUND null 0");
        SdkFunction buffer = SdkFunction.QUERY_BUFFER_TRACING_KIND_NAME;
        assertThat(name(buffer, 32)).isEqualTo("SUCCESS MARKER_CORE_RANGE_API 21");
        assertThat(name(buffer, 37)).isEqualTo("SUCCESS HIPFILE_API_EXT 15");
        assertThat(name(buffer, 39)).isEqualTo("ERROR_KIND_NOT_FOUND null 0");
    }

    @Test
    void outputsAreOptional() {
        assertThat(process.call(SdkFunction.QUERY_CALLBACK_TRACING_KIND_NAME, 5, 0, 0))
                .isEqualTo(Status.SUCCESS);
    }

    @ParameterizedTest
    @CsvSource({
        "HIP_RUNTIME_API, 545",
        "HIP_COMPILER_API, 9",
        "HSA_CORE_API, 125",
        "HSA_AMD_EXT_API, 91",
        "HSA_IMAGE_EXT_API, 13",
        "HSA_FINALIZE_EXT_API, 6",
        "MARKER_CORE_API, 6",
        "MARKER_CONTROL_API, 2",
        "MARKER_NAME_API, 4",
        "MARKER_CORE_RANGE_API, 4",
        "RCCL_API, 52",
        "ROCDECODE_API, 16",
        "ROCJPEG_API, 9",
        "ROCSHMEM_API, 9",
        "HIPFILE_API, 31",
        "OMPT, 31",
        "MEMORY_COPY, 5",
        "KERNEL_DISPATCH, 3",
        "SCRATCH_MEMORY, 4",
        "MEMORY_ALLOCATION, 5",
        "RUNTIME_INITIALIZATION, 10",
        "HIP_STREAM, 4",
        "CODE_OBJECT, 4",
        "HIP_GRAPH, 4",
        "KERNEL_REPLAY, 3",
        "HIP_EVENT, 3"
    })
    void operationsPerCallbackKind(CallbackTracingKind kind, int operations) {
        assertThat(iterate(SdkFunction.ITERATE_CALLBACK_TRACING_KIND_OPERATIONS, -1, 1, kind.value()))
                .hasSize(operations)
                .startsWith(0L, 1L);
    }

    @ParameterizedTest
    @EnumSource(BufferTracingKind.class)
    void everyOperationHasANameAndEveryNameLeadsBack(BufferTracingKind kind) {
        for (int operation = 0; operation < Operations.count(kind); operation++) {
            String answer = name(SdkFunction.QUERY_BUFFER_TRACING_KIND_OPERATION_NAME, kind.value(), operation);
            String text = answer.split(" ")[1];
            assertThat(answer).isEqualTo("SUCCESS " + text + " " + text.length());
            assertThat(Operations.find(kind, text)).isEqualTo(operation);
        }
    }

    @Test
    void operationNames() {
        SdkFunction callback = SdkFunction.QUERY_CALLBACK_TRACING_KIND_OPERATION_NAME;
        assertThat(name(callback, 7, 1)).isEqualTo("SUCCESS roctxRangePushA 15");
        assertThat(name(callback, 21, 1)).isEqualTo("SUCCESS roctxThreadRangeA 17");
        assertThat(name(callback, 13, 2)).isEqualTo("SUCCESS MEMORY_COPY_HOST_TO_DEVICE 26");
        assertThat(name(callback, 15, 0)).isEqualTo("SUCCESS omp_thread_begin 16");
        assertThat(name(callback, 22, 3)).isEqualTo("SUCCESS HIP_GRAPH_OPERATION_EXEC_LAUNCH 31");
        assertThat(name(callback, 23, 0)).isEqualTo("SUCCESS barrier_all_on_stream 21");
        assertThat(name(callback, 24, 5)).isEqualTo("SUCCESS hipFileRead 11");
        assertThat(name(callback, 7, 6)).isEqualTo("ERROR_OPERATION_NOT_FOUND null 0");
        assertThat(name(callback, 7, -1)).isEqualTo("ERROR_OPERATION_NOT_FOUND null 0");
        assertThat(name(callback, 0, 0)).isEqualTo("ERROR_INVALID_ARGUMENT untouched");
        assertThat(name(callback, 27, 0)).isEqualTo("ERROR_KIND_NOT_FOUND untouched");
        assertThat(name(callback, -1, 0)).isEqualTo("ERROR_KIND_NOT_FOUND untouched");
        SdkFunction buffer = SdkFunction.QUERY_BUFFER_TRACING_KIND_OPERATION_NAME;
        assertThat(name(buffer, 13, 0)).isEqualTo("ERROR_NOT_IMPLEMENTED untouched");
        assertThat(name(buffer, 28, 0)).isEqualTo("SUCCESS ROCPROFILER_KFD_EVENT_DROPPED_EVENTS 36");
    }

    @Test
    void operationsOfKindsThatHaveNone() {
        SdkFunction callback = SdkFunction.ITERATE_CALLBACK_TRACING_KIND_OPERATIONS;
        SdkFunction buffer = SdkFunction.ITERATE_BUFFER_TRACING_KIND_OPERATIONS;
        assertThat(process.call(callback, 0, 0, 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(process.call(callback, 27, 0, 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(process.call(buffer, 13, 0, 0)).isEqualTo(Status.ERROR_NOT_IMPLEMENTED);
        assertThat(process.call(buffer, 39, 0, 0)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
    }

    @Test
    void otherNames() {
        assertThat(name(SdkFunction.QUERY_INTERCEPT_TABLE_NAME, 2)).isEqualTo("SUCCESS HIP (runtime) 13");
        assertThat(name(SdkFunction.QUERY_INTERCEPT_TABLE_NAME, 512)).isEqualTo("SUCCESS rocSHMEM 8");
        assertThat(name(SdkFunction.QUERY_INTERCEPT_TABLE_NAME, 1024)).isEqualTo("SUCCESS hipFILE 7");
        assertThat(name(SdkFunction.QUERY_INTERCEPT_TABLE_NAME, 3)).isEqualTo("ERROR_KIND_NOT_FOUND null 0");
        SdkFunction request = SdkFunction.QUERY_EXTERNAL_CORRELATION_ID_REQUEST_KIND_NAME;
        assertThat(name(request, 11)).isEqualTo("SUCCESS KERNEL_DISPATCH 15");
        assertThat(name(request, 20)).isEqualTo("SUCCESS HIPFILE_API 11");
        assertThat(name(request, 22)).isEqualTo("ERROR_KIND_NOT_FOUND null 0");
    }

    private final List<String> told = new ArrayList<>();

    /// Returns a callback that stores its arguments and returns `answer`.
    private long agentsCallback(Status answer) {
        return process.platform.function(a -> {
            told.add(a[0] + " " + a[2] + " " + a[3]);
            for (int i = 0; i < a[2]; i++) {
                long agent = Memory.getLong(a[1] + 8L * i);
                told.add(Memory.getLong(agent + AgentV0.SIZE) + " "
                        + CStrings.read(Memory.getLong(agent + AgentV0.NAME), 100));
            }
            return answer.value();
        });
    }

    private Status agents(int version, long callback, long size) {
        return process.call(SdkFunction.QUERY_AVAILABLE_AGENTS, version, callback, size, 99);
    }

    @Test
    void withoutADriverTheCallbackHearsThatThereAreNoAgents() {
        assertThat(agents(1, agentsCallback(Status.SUCCESS), AgentV0.SIZEOF)).isEqualTo(Status.SUCCESS);
        assertThat(told).containsExactly("1 0 99");
    }

    @Test
    void theCallbackGetsAllAgentsAndItsStatusIsTheAnswer() {
        process.platform.machine = TestMachines.of("desktop");
        Status own = Status.ERROR_PERMISSION_DENIED;
        assertThat(agents(1, agentsCallback(own), AgentV0.SIZEOF)).isEqualTo(own);
        assertThat(told).containsExactly("1 2 99", "312 AMD Ryzen 9 7950X 16-Core Processor", "312 gfx1100");
    }

    /// A tool compiled against an older library has a smaller agent struct.
    @Test
    void agentsMayBeLargerThanAToolKnows() {
        process.platform.machine = TestMachines.of("cpu");
        assertThat(agents(1, agentsCallback(Status.SUCCESS), 8)).isEqualTo(Status.SUCCESS);
        assertThat(agents(1, agentsCallback(Status.SUCCESS), 0)).isEqualTo(Status.SUCCESS);
        assertThat(told).hasSize(4);
    }

    @Test
    void wrongQuestionsForAgentsDoNotReachTheCallback() {
        long callback = agentsCallback(Status.SUCCESS);
        assertThat(agents(0, callback, AgentV0.SIZEOF)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(agents(2, callback, AgentV0.SIZEOF)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(agents(1, callback, AgentV0.SIZEOF + 1)).isEqualTo(Status.ERROR_INCOMPATIBLE_ABI);
        assertThat(agents(1, callback, -1)).isEqualTo(Status.ERROR_INCOMPATIBLE_ABI);
        assertThat(agents(2, callback, -1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(agents(1, 0, AgentV0.SIZEOF)).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(agents(1, 0, AgentV0.SIZEOF + 1)).isEqualTo(Status.ERROR_INCOMPATIBLE_ABI);
        assertThat(told).isEmpty();
    }

    @Test
    void anAnswerThatIsNoStatusIsAnError() {
        long callback = process.platform.function(a -> 12_345);
        assertThat(agents(1, callback, AgentV0.SIZEOF)).isEqualTo(Status.ERROR);
    }

    @ParameterizedTest
    @EnumSource(SdkFunction.class)
    void everyFunctionAnswersSomethingWithoutArguments(SdkFunction function) {
        long answer = process.raw(function, new long[12]);
        if (function.nativeName().contains("_get_pc_sampling_")) {
            assertThat(CStrings.read(answer, 128)).endsWith("_NONE");
        } else {
            assertThat(answer).isBetween(0L, 40L);
        }
    }
}
