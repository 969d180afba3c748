package io.rocprofiler.export;

import static io.rocprofiler.abi.BufferTracingKind.*;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.abi.internal.SegmentHeader;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.summary.Statistics;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A process with records of every type, for the formats' tests.
public final class SampleRun {

    public static final String AWKWARD = "say \"hi\", naïve\nline 2 ☃";

    private SampleRun() {}

    public static ProcessTrace open(Path directory) {
        SegmentWriter writer = new SegmentWriter(42)
                .header(SegmentHeader.BOOTTIME_NS, 1000)
                .header(SegmentHeader.END_BOOTTIME_NS, 9000);
        writer.stretch(43)
                .api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipMalloc"), 2, 2000, 2500)
                .api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipFree"), 3, 2600, 2700);
        writer.stretch(42)
                .text(1, "step")
                .api(HIP_COMPILER_API, 0, 4, 1900, 1910)
                .api(HIP_RUNTIME_API, op(HIP_RUNTIME_API, "hipMalloc"), 5, 2100, 2400)
                .api(MARKER_CORE_RANGE_API, 1, 1, 1500, 3500)
                .text(6, AWKWARD)
                .api(MARKER_CORE_RANGE_API, 0, 6, 3600, 3600)
                .api(HSA_CORE_API, 0, 7, 3700, 3750);
        writer.stretch(42)
                .ext(
                        HIP_RUNTIME_API_EXT,
                        op(HIP_RUNTIME_API, "hipMemcpy"),
                        800,
                        new long[] {0x7f00, 0x8f00, 4096, 1},
                        719)
                .ext(
                        HIP_RUNTIME_API_EXT,
                        op(HIP_RUNTIME_API, "hipLaunchKernel"),
                        801,
                        new long[] {0xabc, 2L << 32 | 1, 16L << 32 | 3, 4L << 32 | 8, 0, 0, 0},
                        0);
        return writer.open(directory);
    }

    private static int op(BufferTracingKind kind, String name) {
        int operation = Operations.find(kind, name);
        if (operation < 0) {
            throw new AssertionError(name);
        }
        return operation;
    }

    public static Export export(ProcessTrace process, Path prefix, boolean statistics) {
        return export(process, prefix, statistics, Display.plain());
    }

    public static Export export(ProcessTrace process, Path prefix, boolean statistics, Display display) {
        List<ProcessTrace> processes = List.of(process);
        return new Export(
                new Prefix(prefix),
                processes,
                statistics ? Statistics.of(processes, display) : null,
                statistics,
                display,
                Map.of("output_file", "x"),
                Progress.NONE);
    }
}
