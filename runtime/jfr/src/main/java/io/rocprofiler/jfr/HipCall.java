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

/// A call of HIP, on the thread that made it.
@Name("io.rocprofiler.HipCall")
@Label("HIP Call")
@Category({"GPU", "ROCm"})
@Description("A call of HIP, on the thread that made it")
@Enabled
@StackTrace
@Threshold("0 ns")
final class HipCall extends Event implements CallEvent {
    @Label("Function")
    @Nullable
    String function;

    @Label("Result")
    @Description("As the C function returned it; 0 is success")
    long result;

    @CorrelationId
    @Label("Correlation Id")
    long correlationId;

    @CorrelationId
    @Label("Enclosing Correlation Id")
    @Description("Number of the call or range around this call, or 0")
    long ancestorCorrelationId;

    @Override
    public void finish(String name, long returned, long id, long ancestor) {
        function = name;
        result = returned;
        correlationId = id;
        ancestorCorrelationId = ancestor;
        commit();
    }
}
