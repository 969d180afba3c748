package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the arguments of calls, iterated one by one.
final class ArgumentsTest {
    private static final Path MEASURED = Product.SOURCES.resolve("../../../../spec/sdk-api-args.tsv");

    private static final Map<String, Integer> KINDS = Map.ofEntries(
            Map.entry("HSA_CORE_API", 1),
            Map.entry("HSA_AMD_EXT_API", 2),
            Map.entry("HSA_IMAGE_EXT_API", 3),
            Map.entry("HSA_FINALIZE_EXT_API", 4),
            Map.entry("HIP_RUNTIME_API", 5),
            Map.entry("HIP_COMPILER_API", 6),
            Map.entry("MARKER_CORE_API", 7),
            Map.entry("MARKER_CONTROL_API", 8),
            Map.entry("MARKER_NAME_API", 9),
            Map.entry("ROCDECODE_API", 18));

    private static final String ENTER = " 1 ";
    private static final String EXIT = " 2 ";

    /// With garbage for every argument no pointer is valid, and reading one must not crash the program.
    @ParameterizedTest
    @ValueSource(strings = {"0", "0xa5a5a5a5a5a5a5a5", "0x10", "0xffffffffffffffff"})
    void every_function_shows_the_arguments_that_were_measured(String word) throws IOException {
        Outcome outcome = Run.client("iterate", "all", word).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        Map<String, List<String>> shown = new TreeMap<>();
        outcome.out().lines().forEach(line -> {
            String[] words = line.split(" ");
            String call = words[0] + " " + words[1] + " " + words[2] + " ";
            List<String> arguments = shown.computeIfAbsent(call, _ -> new ArrayList<>());
            assertThat(words[3]).as(line).isEqualTo(Integer.toString(arguments.size()));
            arguments.add(words[4] + " " + words[5]);
        });
        Map<String, List<String>> measured = measured();
        assertThat(measured).hasSizeGreaterThan(700);
        measured.forEach((function, arguments) -> {
            assertThat(shown.get(function + ENTER)).as(function).isEqualTo(arguments);
            assertThat(shown.get(function + EXIT)).as(function).isEqualTo(arguments);
        });
    }

    /// Maps `kind operation` to `name offset` of each argument. A few functions have an argument twice, for
    /// two versions.
    private static Map<String, List<String>> measured() throws IOException {
        Map<String, List<String>> functions = new TreeMap<>();
        for (String line : Files.readAllLines(MEASURED)) {
            String[] words = line.split("\t", -1);
            Integer kind = KINDS.get(words[0]);
            if (kind == null || words[4].equals("no_args")) continue;
            List<String> arguments = functions.computeIfAbsent(kind + " " + words[1], _ -> new ArrayList<>());
            String argument = words[4] + " " + words[6].replace("~", "");
            if (!arguments.contains(argument)) arguments.add(argument);
        }
        return functions;
    }

    @Test
    void values_are_shown_as_text() {
        Outcome outcome = Run.client("iterate", "values").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(VALUES);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void who_asks_wrongly_is_told_so() {
        Outcome outcome = Run.client("iterate", "statuses").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(STATUSES);
        assertThat(outcome.status()).isZero();
    }

    @Test
    void types_have_the_names_that_a_compiler_gives_them_and_an_exception_ends_in_the_callback() {
        Outcome outcome = Run.client("typenames").go();
        assertThat(outcome.err())
                .isEqualTo("rocprofiler: a callback that a tool gave for arguments failed: it threw a C++ exception: "
                        + "std::runtime_error: from a callback for arguments\n");
        String add = """
                stream: ihipStream_t*
                callback: void (*)(ihipStream_t*, hipError_t, void*)
                userData: void*
                flags: unsigned int
                """;
        assertThat(outcome.out())
                .isEqualTo(
                        "50 types are named as the compiler names them\n" + add + "throwing: 1\n" + add + "again: 0\n");
        assertThat(outcome.status()).isZero();
    }

    private static final String VALUES = """
            enter hipMalloc
              PPv ptr=(null) 1/2
              m size=64 0/0
            exit hipMalloc
              PPv ptr=device 1/2
              m size=64 0/0
            enter hipMemcpy
              Pv dst=device 0/1
              PKv src=host 0/1
              m sizeBytes=64 0/0
              13hipMemcpyKind kind=HostToDevice 0/0
            exit hipMemcpy
              Pv dst=device 0/1
              PKv src=host 0/1
              m sizeBytes=64 0/0
              13hipMemcpyKind kind=HostToDevice 0/0
            enter hipStreamCreate
              PP12ihipStream_t stream=(null) 1/2
            exit hipStreamCreate
              PP12ihipStream_t stream=stream 1/2
            enter hipLaunchKernel
              PKv function_address=kernel 0/1
              18rocprofiler_dim3_t numBlocks={z=3, y=2, x=1} 0/0
              18rocprofiler_dim3_t dimBlocks={z=6, y=5, x=4} 0/0
              PPv args=&device 1/2
              m sharedMemBytes=7 0/0
              P12ihipStream_t stream=stream 0/1
            exit hipLaunchKernel
              PKv function_address=kernel 0/1
              18rocprofiler_dim3_t numBlocks={z=3, y=2, x=1} 0/0
              18rocprofiler_dim3_t dimBlocks={z=6, y=5, x=4} 0/0
              PPv args=&device 1/2
              m sharedMemBytes=7 0/0
              P12ihipStream_t stream=stream 0/1
            enter hsa_agent_get_info
              11hsa_agent_s agent=agent 0/0
              16hsa_agent_info_t attribute=0 0/0
              Pv value=name 0/1
            exit hsa_agent_get_info
              11hsa_agent_s agent=agent 0/0
              16hsa_agent_info_t attribute=0 0/0
              Pv value=name 0/1
            enter roctxMarkA
              PKc message=a mark 0/1
            exit roctxMarkA
              PKc message=a mark 0/1
            enter roctxMarkA
              PKc message=(null) 0/1
            exit roctxMarkA
              PKc message=(null) 0/1
            enter roctxRangePushA
              PKc message=a range 0/1
            exit roctxRangePushA
              PKc message=a range 0/1
            enter roctxRangePop
            exit roctxRangePop
            enter ncclAllReduce
              ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED
            exit ncclAllReduce
              ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED
            enter rocDecGetVideoFrame
              Pv decoder_handle=0x10 0/1
              i pic_idx=-3 0/0
              PPv dev_mem_ptr=frames[0] 1/2
              Pj horizontal_pitch=1920 1/1
              P17_RocdecProcParams vid_postproc_params=(null) 0/1
            exit rocDecGetVideoFrame
              Pv decoder_handle=0x10 0/1
              i pic_idx=-3 0/0
              PPv dev_mem_ptr=frames[0] 1/2
              Pj horizontal_pitch=1920 1/1
              P17_RocdecProcParams vid_postproc_params=(null) 0/1
            record
              0@64 Pv decoder_handle=0x10 /1
              1@72 i pic_idx=-3 /0
              2@80 PPv dev_mem_ptr=frames /2
              3@88 Pj horizontal_pitch=&pitch /1
              4@96 P17_RocdecProcParams vid_postproc_params=(null) /1
            """;

    private static final String STATUSES = """
            good 0, 4 arguments
            stop-at-second 0, 2 arguments
            no-arguments 0, 0 arguments
            range 0, 1 arguments
            null-callback 19, 0 arguments
            null-payload 19, 0 arguments
            garbage-payload 19, 0 arguments
            operation-600 5, 0 arguments
            operation--1 5, 0 arguments
            kind -1 19, 0 arguments
            kind 0 19, 0 arguments
            kind 1 0, 0 arguments
            kind 2 0, 2 arguments
            kind 3 0, 4 arguments
            kind 4 0, 5 arguments
            kind 5 0, 1 arguments
            kind 6 0, 4 arguments
            kind 7 0, 1 arguments
            kind 8 0, 1 arguments
            kind 9 0, 1 arguments
            kind 10 17, 0 arguments
            kind 11 17, 0 arguments
            kind 12 17, 0 arguments
            kind 13 17, 0 arguments
            kind 14 17, 0 arguments
            kind 15 0, 2 arguments
            kind 16 17, 0 arguments
            kind 17 17, 0 arguments
            kind 18 0, 2 arguments
            kind 19 17, 0 arguments
            kind 20 17, 0 arguments
            kind 21 0, 1 arguments
            kind 22 17, 0 arguments
            kind 23 0, 1 arguments
            kind 24 0, 1 arguments
            kind 25 17, 0 arguments
            kind 26 17, 0 arguments
            kind 27 19, 0 arguments
              0@64 P20HIP_ARRAY_DESCRIPTOR pArrayDescriptor=(null) /1
              1@72 P8hipArray array=(null) /1
            record 0
            record null-payload 19
            record null-callback 19
            record operation-600 5
            record category-counters 19
            record plain 17
            record none 19
            record last 19
            """;
}
