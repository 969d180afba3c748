package io.rocprofiler.jfr;

import java.lang.invoke.MethodHandles;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// An allocation or a release of memory of a runtime.
@Name("io.rocprofiler.GpuMemory")
@Label("GPU Memory")
@Category({"GPU", "ROCm"})
@Description("An allocation or a release of memory of a runtime")
@Enabled
@StackTrace(false)
@Threshold("0 ns")
final class GpuMemory extends Event {
    static final EventTimes TIMES = EventTimes.of(MethodHandles.lookup(), GpuMemory.class);

    @Label("Operation")
    @Nullable
    String operation;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Address")
    @MemoryAddress
    long address;

    @Label("Agent")
    @Nullable
    String agent;

    @Label("OS Thread Id")
    @Description("The thread that asked for it")
    long osThreadId;

    @CorrelationId
    @Label("Correlation Id")
    @Description("Number of the call that asked for it, or 0")
    long correlationId;
}
