package io.rocprofiler.jfr;

import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.CallObserver;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Records each call as an event of its thread, with the Java stack that made it.
record CallRecorder(Supplier<? extends CallEvent> events) implements CallObserver<CallEvent> {
    @Override
    public CallEvent enter(ApiCall call) {
        CallEvent event = events.get();
        event.begin();
        return event;
    }

    @Override
    public void exit(ApiCall call, @Nullable CallEvent event) {
        if (event == null) return;
        event.end();
        if (!event.shouldCommit()) return;
        event.finish(call.operationName(), result(call), call.correlationId(), call.ancestorCorrelationId());
    }

    /// Returns a status or a handle; 0 for a function that returns something else.
    private static long result(ApiCall call) {
        if (!call.hasResult()) return 0;
        ApiValue result = call.result();
        boolean isWord = !result.type().equals("float") && !result.type().equals("double");
        return isWord && result.asSegment().byteSize() <= Long.BYTES ? result.asLong() : 0;
    }
}
