package io.rocprofiler.jfr;

import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallObserver;
import org.jspecify.annotations.Nullable;

/// Records each range, and each mark, as an event.
final class RangeRecorder implements CallObserver<RoctxRange> {
    @Override
    public RoctxRange enter(ApiCall range) {
        RoctxRange event = new RoctxRange();
        event.begin();
        if (event.isEnabled() && range.argumentCount() > 0)
            event.message = range.argument(0).asString();
        return event;
    }

    @Override
    public void exit(ApiCall range, @Nullable RoctxRange event) {
        if (event == null) return;
        event.end();
        if (!event.shouldCommit()) return;
        event.correlationId = range.correlationId();
        event.ancestorCorrelationId = range.ancestorCorrelationId();
        event.commit();
    }
}
