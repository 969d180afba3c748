package io.rocprofiler.conformance.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.GpuEvent;
import io.rocprofiler.conformance.GpuRow;
import io.rocprofiler.conformance.GpuTrace;
import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.ToolLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever fails on the GPU, the program behaves as it does untraced, and the trace reports what is missing.
final class GpuFaultsTest {
    private static final int STATUS = 7;

    enum Fault {
        LOSE(
                "SOFTGPU_LOSE_DISPATCH",
                "1:culprit",
                """
                kernel 0: 0
                kernel 1: 0
                kernel 2: 1
                kernel 3: 0
                another queue: 0
                end
                """,
                4,
                "rocprofiler: 1 dispatch of kernel culprit never completed; there is no record of it"),
        HANG(
                "SOFTGPU_HANG_DISPATCH",
                "1:culprit",
                """
                kernel 0: 0
                kernel 1: 0
                kernel 2: 1
                kernel 3: 1
                another queue: 0
                end
                """,
                3,
                "rocprofiler: 1 dispatch of kernel culprit never completed; there is no record of it",
                "rocprofiler: 1 dispatch of kernel innocent never completed; there is no record of it"),
        FAIL(
                "SOFTGPU_FAIL_DISPATCH",
                "1:culprit",
                """
                kernel 0: 0
                kernel 1: 0
                kernel 2: 1
                kernel 3: 1
                another queue: 0
                HSA_STATUS_ERROR_EXCEPTION in this queue
                end
                """,
                3,
                "rocprofiler: 1 dispatch of kernel culprit never completed; there is no record of it",
                "rocprofiler: 1 dispatch of kernel innocent never completed; there is no record of it"),
        ZERO(
                "SOFTGPU_ZERO_TIMES",
                "0:culprit",
                """
                kernel 0: 0
                kernel 1: 0
                kernel 2: 0
                kernel 3: 0
                another queue: 0
                end
                """,
                5,
                "rocprofiler: the runtime gave no true times for 1 dispatch of kernel culprit; recorded without times"),
        REVERSE(
                "SOFTGPU_REVERSE_TIMES",
                "0:culprit",
                """
                kernel 0: 0
                kernel 1: 0
                kernel 2: 0
                kernel 3: 0
                another queue: 0
                end
                """,
                5,
                "rocprofiler: the runtime gave no true times for 1 dispatch of kernel culprit; recorded without times"),
        COPY(
                "SOFTGPU_LOSE_COPY",
                "2",
                """
                copy 0: 0, right bytes
                copy 1: 1, right bytes
                copy 2: 0, right bytes
                end
                """,
                2,
                "rocprofiler: 1 asynchronous copy never completed; there is no record of it"),
        MEMORY("SOFTGPU_OUT_OF_MEMORY", "8", """
                8 allocations, then hipErrorOutOfMemory
                last error: hipErrorOutOfMemory
                hipFree: hipSuccess
                end
                """, 2);

        /// The variable with which the software GPU causes the fault.
        private final String variable;

        private final String value;

        /// The program's output.
        private final String out;

        private final int records;

        /// The messages about lost records, one per line.
        private final String lost;

        Fault(String variable, String value, String out, int records, String... lost) {
            this.variable = variable;
            this.value = value;
            this.out = out;
            this.records = records;
            this.lost = String.join("\n", lost);
        }

        /// The output of the traced program, with its only difference: the engine's packet behind the kernel
        /// completes the program's signal once the GPU has finished the kernel, even if the kernel's own signal
        /// was lost.
        String tracedOut() {
            return this == LOSE ? out.replace("kernel 2: 1", "kernel 2: 0") : out;
        }

        /// Whether the kernel `culprit`, and no other, is recorded without times.
        boolean isOfTimes() {
            return this == ZERO || this == REVERSE;
        }

        List<String> lost() {
            return lost.lines().toList();
        }

        Run run(Run run) {
            return run.with(variable, value).with("ROCPROFILER_DRAIN_TIMEOUT", "1");
        }

        String[] arguments() {
            return new String[] {name().toLowerCase(Locale.ROOT), Product.client("fault_kernels.so")};
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_program_sees_it_untraced(Fault fault) {
        Outcome outcome = fault.run(Run.client("gpu_faults", fault.arguments())).go();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(fault.out);
        assertThat(outcome.status()).isEqualTo(STATUS);
    }

    @ParameterizedTest
    @EnumSource
    void the_program_sees_the_same_traced_by_a_tool_and_what_is_lost_is_said(Fault fault) {
        Run run = fault.run(Run.client("gpu_faults", fault.arguments()));
        Outcome outcome = ToolLanguage.C.add(run, "kcKC").go();
        assertThat(outcome.out()).isEqualTo(fault.tracedOut());
        assertThat(outcome.status()).isEqualTo(STATUS);
        assertThat(outcome.errLines()).containsExactlyInAnyOrderElementsOf(fault.lost());

        GpuTrace trace = new GpuTrace(outcome.folder().resolve("gpu"));
        List<GpuEvent> records = fault == Fault.COPY ? trace.copies() : trace.dispatches();
        assertThat(records).hasSize(fault.records);
        assertThat(records)
                .filteredOn(record -> record.start() == 0 && record.end() == 0)
                .hasSize(fault.isOfTimes() ? 1 : 0);
        assertThat(records).allMatch(record -> record.end() == 0 || record.start() < record.end());
        if (fault.isOfTimes()) assertThat(trace.kernelCounts()).isEqualTo(Map.of("innocent.kd", 4, "culprit.kd", 1));
    }

    @ParameterizedTest
    @EnumSource
    void the_program_sees_the_same_under_the_command_and_what_is_lost_is_said(Fault fault) {
        List<String> options = List.of("--kernel-trace", "--memory-copy-trace", "-f", "csv");
        Outcome outcome =
                fault.run(Run.traced(options, "gpu_faults", fault.arguments())).go();
        assertThat(outcome.out()).isEqualTo(fault.tracedOut());
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(STATUS);
        assertThat(outcome.errLines()).containsAll(fault.lost());
        List<GpuRow> rows = GpuRow.read(outcome.folder().resolve("out"));
        assertThat(GpuRow.of(fault == Fault.COPY ? "copy" : "kernel", rows)).hasSize(fault.records);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SOFTGPU_ZERO_TIMES", "SOFTGPU_REVERSE_TIMES"})
    void rocprof_leaves_out_a_kernel_without_times_and_says_so(String fault) throws IOException {
        Outcome outcome = Run.command(
                        Product.file("bin/rocprof"), "--hip-trace", "-o", "run.csv", Product.client("waited"), "exit")
                .onSoftgpu()
                .with(fault, "4:seen")
                .go();
        assertThat(outcome.errLines()).anyMatch(line -> line.contains("1 kernels without times are left out"));
        assertThat(Files.readAllLines(outcome.folder().resolve("run.hcc_ops_trace.txt")))
                .hasSize(99);
    }
}
