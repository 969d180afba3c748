package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// GPU work under `rocprofv3`, cell by cell: the program's work is known, and everything else in the files is the
/// same in every run.
final class GpuTraceTest {
    private static final List<String> WORK = List.of(
            "--kernel-trace",
            "--memory-copy-trace",
            "--memory-allocation-trace",
            "--scratch-memory-trace",
            "--hip-trace");

    @Test
    void every_piece_of_work_is_a_row_with_amds_cells() {
        Outcome outcome = traced(List.of("-f", "csv"));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(outcome.errLines())
                .containsExactly("rocprofv3: wrote out/trace_{hip_api_trace.csv,kernel_trace.csv,memory_copy_trace.csv,"
                        + "scratch_memory_trace.csv,memory_allocation_trace.csv,agent_info.csv}");
        assertThat(read("csv", outcome)).isEqualTo("""
                KERNEL_DISPATCH, Agent 1, queue 1, stream 1, 1, 1, void gp::axpy<float>(float*, float), hipLaunchKernel, \
                LDS_Block_Size 1024, Scratch_Size 0, VGPR_Count 0, Accum_VGPR_Count 0, SGPR_Count 0, 32 1 1, 64 1 1
                KERNEL_DISPATCH, Agent 1, queue 2, stream 0, 2, 2, plain, hipLaunchKernel, LDS_Block_Size 0, \
                Scratch_Size 64, VGPR_Count 0, Accum_VGPR_Count 0, SGPR_Count 0, 16 2 1, 64 4 3
                KERNEL_DISPATCH, Agent 1, queue 1, stream 1, 3, 1, void gp::axpy<float>(float*, float), hipLaunchKernel, \
                LDS_Block_Size 0, Scratch_Size 0, VGPR_Count 0, Accum_VGPR_Count 0, SGPR_Count 0, 16 1 1, 16 1 1
                MEMORY_COPY, MEMORY_COPY_HOST_TO_DEVICE, stream 1, Agent 0, Agent 1, hipMemcpyAsync
                MEMORY_COPY, MEMORY_COPY_DEVICE_TO_HOST, stream 1, Agent 1, Agent 0, hipMemcpyAsync
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_ALLOCATE, 'Agent 1', 256, address 1, hipMalloc
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_ALLOCATE, 'Agent 0', 256, address 2, hipHostMalloc
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_FREE, '', 0, address 1, hipFree
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_FREE, '', 0, address 2, hipHostFree
                SCRATCH_MEMORY, SCRATCH_MEMORY_ALLOC, Agent 1, queue 2, flags 0, 1048576
                """);
    }

    @Test
    void every_piece_of_work_is_a_record_with_amds_fields() {
        Outcome outcome = traced(List.of("-f", "json", "--kernel-rename"));
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(read("json", outcome)).isEqualTo("""
                hipMalloc, stream 0, -
                hipHostMalloc, stream 0, -
                hipStreamCreate, stream 0, -
                hipMemcpyAsync, stream 1, -
                hipLaunchKernel, stream 1, step "1"
                hipStreamSynchronize, stream 1, -
                hipLaunchKernel, stream 0, -
                hipLaunchKernel, stream 1, -
                hipMemcpyAsync, stream 1, -
                hipDeviceSynchronize, stream 0, -
                hipStreamDestroy, stream 0, -
                hipFree, stream 0, -
                hipHostFree, stream 0, -
                KERNEL_DISPATCH, KERNEL_DISPATCH_COMPLETE, ('gfx000', 0), queue 1, stream 1, 1, \
                _ZN2gp4axpyIfEEvPT_S1_.kd, void gp::axpy<float>(float*, float), axpy, hipLaunchKernel, step "1", private \
                0, group 600, 32 1 1, 64 1 1
                KERNEL_DISPATCH, KERNEL_DISPATCH_COMPLETE, ('gfx000', 0), queue 2, stream 0, 2, plain.kd, plain, plain.kd, \
                hipLaunchKernel, -, private 64, group 0, 16 2 1, 64 4 3
                KERNEL_DISPATCH, KERNEL_DISPATCH_COMPLETE, ('gfx000', 0), queue 1, stream 1, 3, \
                _ZN2gp4axpyIfEEvPT_S1_.kd, void gp::axpy<float>(float*, float), axpy, hipLaunchKernel, -, private 0, \
                group 0, 16 1 1, 16 1 1
                MEMORY_COPY, MEMORY_COPY_HOST_TO_DEVICE, stream 1, ('softgpu host', -1), ('gfx000', 0), 256, \
                hipMemcpyAsync
                MEMORY_COPY, MEMORY_COPY_DEVICE_TO_HOST, stream 1, ('gfx000', 0), ('softgpu host', -1), 256, \
                hipMemcpyAsync
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_ALLOCATE, ('gfx000', 0), 256, address 1, hipMalloc
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_ALLOCATE, ('softgpu host', -1), 256, address 2, hipHostMalloc
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_FREE, None, 0, address 1, hipFree
                MEMORY_ALLOCATION, MEMORY_ALLOCATION_FREE, None, 0, address 2, hipHostFree
                SCRATCH_MEMORY, SCRATCH_MEMORY_ALLOC, ('gfx000', 0), queue 2, flags 0, 1048576
                """);
    }

    @Test
    void kernels_are_named_as_asked_for_and_filters_leave_them_in_traces() {
        assertThat(kernels("--mangled-kernels"))
                .containsExactly("_ZN2gp4axpyIfEEvPT_S1_.kd", "plain.kd", "_ZN2gp4axpyIfEEvPT_S1_.kd");
        assertThat(kernels("-M", "-T")).containsExactly("axpy", "plain", "axpy");
        assertThat(kernels("-T", "--kernel-rename")).containsExactly("step \"\"1\"\"", "plain", "axpy");
        assertThat(kernels("-T", "--kernel-include-regex", "^axpy$", "--kernel-iteration-range", "[2-3]"))
                .containsExactly("axpy", "plain", "axpy");
    }

    @Test
    void without_streams_work_still_has_its_queue() throws IOException {
        Outcome outcome = traced(List.of("-f", "csv", "--group-by-queue"));
        List<String> rows = rows(outcome, "kernel_trace");
        assertThat(rows).hasSize(3).allMatch(row -> row.split(",")[3].equals("0"));
        assertThat(rows.stream().map(row -> row.split(",")[2]).distinct()).hasSize(2);
    }

    @Test
    void statistics_and_summary_count_work_by_name() throws IOException {
        Outcome outcome = traced(List.of("-f", "csv", "--stats", "-S", "--summary-output-file", "summary"));
        assertThat(calls(outcome, "kernel_stats"))
                .containsExactlyInAnyOrder("\"void gp::axpy<float>(float*, float)\",2", "\"plain\",1");
        assertThat(calls(outcome, "memory_copy_stats"))
                .containsExactlyInAnyOrder("\"MEMORY_COPY_HOST_TO_DEVICE\",1", "\"MEMORY_COPY_DEVICE_TO_HOST\",1");
        assertThat(Files.readString(outcome.folder().resolve("out/trace_summary.txt")))
                .contains("| plain                                    | KERNEL_DISPATCH   |               1 |");
    }

    /// The running kernel and the one behind it are lost with the process; all else is there, with its names.
    @Test
    void a_killed_program_leaves_its_work_and_the_count_of_what_was_in_flight() throws IOException {
        Run run = Run.traced(with(List.of("-f", "csv", "-T", "--marker-trace")), "traced_work", "killed");
        Outcome outcome = run.go();
        assertThat(outcome.status()).isEqualTo(128 + 9);
        assertThat(outcome.errLines().getLast())
                .matches(
                        "rocprofv3: warning: process \\d+: kernel dispatches: submitted 5, recorded 3, in flight 2, dropped 0");
        assertThat(names(rows(outcome, "kernel_trace"))).containsExactly("axpy", "plain", "axpy");
        assertThat(rows(outcome, "agent_info")).hasSize(3);
    }

    private static List<String> kernels(String... options) {
        List<String> all = new ArrayList<>(List.of("-f", "csv"));
        all.addAll(List.of(options));
        return names(rows(traced(all), "kernel_trace"));
    }

    /// Returns the names in rows of kernels. In this program, only trailing parentheses of names contain commas.
    private static List<String> names(List<String> rows) {
        return rows.stream()
                .map(row -> row.split(",")[7].replaceAll("^\"|\"$", ""))
                .toList();
    }

    private static List<String> calls(Outcome outcome, String file) {
        return rows(outcome, file).stream()
                .map(row -> row.replaceFirst("^(\".*\",\\d+),.*$", "$1"))
                .toList();
    }

    private static List<String> rows(Outcome outcome, String file) {
        Path path = outcome.folder().resolve("out/trace_" + file + ".csv");
        try {
            List<String> lines = Files.readAllLines(path);
            return lines.subList(1, lines.size());
        } catch (IOException e) {
            throw new AssertionError(outcome.err(), e);
        }
    }

    /// ROCr registers its table at each initialisation; the other case is a runtime that registers once.
    @ParameterizedTest
    @ValueSource(strings = {"0", "1"})
    void a_runtime_that_was_asked_and_shut_down_before_is_followed_when_it_comes_up_again(String again) {
        Outcome outcome = Run.traced(List.of("-f", "csv", "--kernel-trace", "--memory-copy-trace"), "probes")
                .with("SOFTGPU_HSA_REGISTER_AGAIN", again)
                .go();
        assertThat(outcome.status()).as(outcome.err()).isZero();
        assertThat(rows(outcome, "kernel_trace")).hasSize(3);
        assertThat(rows(outcome, "memory_copy_trace")).hasSize(1);
    }

    private static Outcome traced(List<String> options) {
        return Run.traced(with(options), "traced_work").go();
    }

    private static List<String> with(List<String> options) {
        List<String> all = new ArrayList<>(WORK);
        all.addAll(options);
        return all;
    }

    private static String read(String format, Outcome traced) {
        String script = Product.SOURCES.resolve("python/read_work.py").toString();
        String folder = traced.folder().resolve("out").toString();
        Outcome outcome =
                Run.command("python3", script, format, folder, "trace").go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.status()).isZero();
        return outcome.out();
    }
}
