package io.rocprofiler.export.summary;

import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.Insights;
import io.rocprofiler.trace.summary.InsightsBuilder;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsightsTextTest {

    @TempDir
    Path directory;

    private Insights insights() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42))
                .total(SegmentTotals.SUBMITTED, 2)
                .total(SegmentTotals.DROPPED, 2);
        GpuWork.loaded(writer.stretch(43));
        writer.stretch(43).api(HIP_RUNTIME_API, 1, 10, 1000, 1090).api(HIP_RUNTIME_API, 1, 11, 1100, 2000);
        GpuWork.dispatch(writer, 1, 1, 10, 0, 0, 1250, 1500);
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 1700, 1900);
        writer.stretch(43);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 0, 1465);
        try (ProcessTrace process = writer.open(directory)) {
            InsightsBuilder builder = new InsightsBuilder(List.of(process), Display.plain());
            Records.forEach(List.of(process), Set.of(Domain.values()), builder::add);
            return builder.build();
        }
    }

    @Test
    void every_table_has_its_title_its_columns_and_what_they_mean() {
        assertThat(new InsightsText(SummaryUnit.NSEC, "    ", Integer.MAX_VALUE).of(insights()))
                .isEqualTo("""

    ROCPROFV3 GPU BUSY AND IDLE:

    |  AGENT  | KERNELS | COPIES | BUSY (nsec) | IDLE (nsec) | BUSY % | IDLE % |
    |---------|---------|--------|-------------|-------------|--------|--------|
    | Agent 1 |       2 |      1 |         485 |         515 |  48.50 |  51.50 |
    | Agent 2 |       0 |      0 |           0 |        1000 |   0.00 | 100.00 |
    From the first record to the last; busy with a kernel or a copy.


    ROCPROFV3 COPIES:

    |         DIRECTION          |  FROM   |   TO    | COUNT | BYTES | TIME (nsec) |  GB/S  |
    |----------------------------|---------|---------|-------|-------|-------------|--------|
    | MEMORY_COPY_HOST_TO_DEVICE | Agent 0 | Agent 1 |     1 |  4096 |          70 | 58.514 |
    Bytes, and bytes by the time of the copies.


    ROCPROFV3 DURATIONS:

    |            NAME            |     DOMAIN      | COUNT | P50 (nsec) | P90 (nsec) | P99 (nsec) | MAX (nsec) |
    |----------------------------|-----------------|-------|------------|------------|------------|------------|
    | hipArray3DCreate           | HIP_API         |     2 |         90 |        900 |        900 |        900 |
    | _ZN2gp4axpyIfEEvPT_S2_i    | KERNEL_DISPATCH |     1 |        250 |        250 |        250 |        250 |
    | plain                      | KERNEL_DISPATCH |     1 |        200 |        200 |        200 |        200 |
    | MEMORY_COPY_HOST_TO_DEVICE | MEMORY_COPY     |     1 |         70 |         70 |         70 |         70 |
    P50 is the median: half of them took that long or less.


    ROCPROFV3 WORK OF STREAMS:

    | PROCESS | STREAM | NAME |  AGENT  | KERNELS | KERNEL TIME (nsec) | COPIES | COPY TIME (nsec) |
    |---------|--------|------|---------|---------|--------------------|--------|------------------|
    | 42      | 0      |      | Agent 1 |       2 |                450 |      1 |               70 |
    Copies count for the agent that they end at. Stream 0 is the null stream.


    ROCPROFV3 CALLS OF THREADS:

    | PROCESS | THREAD | NAME | CALLS | TIME (nsec) |
    |---------|--------|------|-------|-------------|
    | 42      | 43     |      |     2 |         990 |
    Calls within calls count twice.


    ROCPROFV3 COPIES BEHIND KERNELS:

    |  AGENT  | KERNELS (nsec) | COPIES (nsec) | BOTH (nsec) | BEHIND % |
    |---------|----------------|---------------|-------------|----------|
    | Agent 1 |            450 |            70 |          35 |    50.00 |
    How much of the time of copies a kernel ran, too.


    ROCPROFV3 TIME BETWEEN LAUNCH AND START:

    |  AGENT  |  WORK   | COUNT | UNKNOWN | AVERAGE (nsec) | P50 (nsec) | P90 (nsec) | P99 (nsec) | MAX (nsec) |
    |---------|---------|-------|---------|----------------|------------|------------|------------|------------|
    | Agent 1 | kernels |     2 |       0 |            425 |        250 |        600 |        600 |        600 |
    From the beginning of the call to the beginning of its work; UNKNOWN has no recorded call.


    ROCPROFV3 LONGEST GAPS OF GPUS:

    |  WHERE  | GAP (nsec) | BEGAN AT (nsec) |           AFTER            |         BEFORE          |
    |---------|------------|-----------------|----------------------------|-------------------------|
    | Agent 1 |        250 |               0 | (first record)             | _ZN2gp4axpyIfEEvPT_S2_i |
    | Agent 1 |        165 |             535 | MEMORY_COPY_HOST_TO_DEVICE | plain                   |
    | Agent 1 |        100 |             900 | plain                      | (last record)           |
    Times in which a GPU had neither a kernel nor a copy. BEGAN AT counts from the first record.


    ROCPROFV3 LONGEST GAPS OF QUEUES:

    |      WHERE      | GAP (nsec) | BEGAN AT (nsec) |          AFTER          | BEFORE |
    |-----------------|------------|-----------------|-------------------------|--------|
    | Agent 1 queue 3 |        200 |             500 | _ZN2gp4axpyIfEEvPT_S2_i | plain  |
    Times between two kernels of a queue. BEGAN AT counts from the first record.


    ROCPROFV3 ESTIMATED COST OF TRACING:

    |     DOMAIN      | RECORDS | EACH (nsec) | TOTAL (nsec) | SHARE % |
    |-----------------|---------|-------------|--------------|---------|
    | HIP_API         |       2 |          80 |          160 |   16.00 |
    | KERNEL_DISPATCH |       2 |         440 |          880 |   88.00 |
    | MEMORY_COPY     |       1 |         440 |          440 |   44.00 |
    Records times what one takes where it was measured; the share is of the time of all threads.


    ROCPROFV3 LOSSES:

    | PROCESS | RECORDED | IN FLIGHT | LEFT BY EXCEPTION | DROPPED | NOT TRACED |
    |---------|----------|-----------|-------------------|---------|------------|
    | 42      |        5 |         0 |                 0 |       2 |          0 |
    What began and has no record.

""");
    }

    @Test
    void times_are_in_the_unit_of_the_summary() {
        assertThat(new InsightsText(SummaryUnit.USEC, "", Integer.MAX_VALUE).of(insights()))
                .startsWith("\nROCPROFV3 GPU BUSY AND IDLE:\n\n|  AGENT  | KERNELS | COPIES | BUSY (usec) |")
                .contains("| Agent 1 |       2 |      1 |       0.485 |");
    }

    @Test
    void or_each_in_the_unit_that_fits_it() {
        assertThat(new InsightsText(SummaryUnit.FIT, "", Integer.MAX_VALUE).of(insights()))
                .startsWith("\nROCPROFV3 GPU BUSY AND IDLE:\n\n|  AGENT  | KERNELS | COPIES |  BUSY  |   IDLE   |")
                .contains("| Agent 2 |       0 |      0 |   0 ns | 1.000 us |")
                .contains("| MEMORY_COPY_HOST_TO_DEVICE | Agent 0 | Agent 1 |     1 | 4.096 kB | 70 ns | 58.514 |");
    }
}
