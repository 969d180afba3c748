package io.rocprofiler.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/// A range or a mark of ROC-TX, on the thread that ended it.
@Name("io.rocprofiler.RoctxRange")
@Label("ROC-TX Range")
@Category({"GPU", "ROCm"})
@Description("A range or a mark of ROC-TX, on the thread that ended it")
@Enabled
@StackTrace
@Threshold("0 ns")
final class RoctxRange extends Event {
    @Label("Message")
    @Nullable
    String message;

    @CorrelationId
    @Label("Correlation Id")
    long correlationId;

    @CorrelationId
    @Label("Enclosing Correlation Id")
    @Description("Number of the call or range around this range, or 0")
    long ancestorCorrelationId;
}
