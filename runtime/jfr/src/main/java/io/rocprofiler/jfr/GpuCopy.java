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

/// A copy between host and device or within them.
@Name("io.rocprofiler.GpuCopy")
@Label("GPU Copy")
@Category({"GPU", "ROCm"})
@Description("A copy between host and device or within them")
@Enabled
@StackTrace(false)
@Threshold("0 ns")
final class GpuCopy extends Event {
    static final EventTimes TIMES = EventTimes.of(MethodHandles.lookup(), GpuCopy.class);

    @Label("Direction")
    @Nullable
    String direction;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Source")
    @Nullable
    String source;

    @Label("Destination")
    @Nullable
    String destination;

    @Label("OS Thread Id")
    @Description("The thread that asked for it")
    long osThreadId;

    @CorrelationId
    @Label("Correlation Id")
    @Description("Number of the call that asked for it, or 0")
    long correlationId;
}
