package io.rocprofiler.jfr;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/// What an event of a call says, whatever the runtime; not an event type itself.
abstract class CallEvent extends Event {
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

    /// Sets the fields and commits.
    final void finish(String name, long returned, long id, long ancestor) {
        function = name;
        result = returned;
        correlationId = id;
        ancestorCorrelationId = ancestor;
        commit();
    }
}
