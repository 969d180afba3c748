package io.rocprofiler.jfr;

import java.lang.invoke.MethodHandles;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// A kernel that ran on a GPU.
@Name("io.rocprofiler.GpuKernel")
@Label("GPU Kernel")
@Category({"GPU", "ROCm"})
@Description("A kernel that ran on a GPU")
@Enabled
@StackTrace(false)
@Threshold("0 ns")
final class GpuKernel extends Event {
    static final EventTimes TIMES = EventTimes.of(MethodHandles.lookup(), GpuKernel.class);

    @Label("Kernel")
    @Nullable
    String kernel;

    @Label("Agent")
    @Nullable
    String agent;

    @Label("Queue Id")
    long queueId;

    @Label("Dispatch Id")
    long dispatchId;

    @Label("Grid Size")
    @Description("Work-items in each dimension")
    @Nullable
    String gridSize;

    @Label("Workgroup Size")
    @Description("Work-items in each dimension")
    @Nullable
    String workgroupSize;

    @Label("Local Memory")
    @Description("Of a workgroup")
    @DataAmount
    long groupSegmentSize;

    @Label("Private Memory")
    @Description("Of a work-item")
    @DataAmount
    long privateSegmentSize;

    @Label("OS Thread Id")
    @Description("The thread that asked for it")
    long osThreadId;

    @CorrelationId
    @Label("Correlation Id")
    @Description("Number of the call that asked for it, or 0")
    long correlationId;
}
