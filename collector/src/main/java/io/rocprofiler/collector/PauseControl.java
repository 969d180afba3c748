package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;

/// Stops a context as the program enters `roctxProfilerPause` and starts it as it leaves `roctxProfilerResume`.
/// Doing either
/// twice changes nothing.
final class PauseControl implements CallbackHandler {
    private static final CallbackTracingKind KIND = CallbackTracingKind.MARKER_CONTROL_API;

    private final Context context;
    private final int pause = Operations.find(KIND, "roctxProfilerPause");
    private final int resume = Operations.find(KIND, "roctxProfilerResume");

    PauseControl(Context context) {
        this.context = context;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        int operation = record.operation();
        if (operation == pause && record.phase() == CallbackPhase.ENTER) context.stop();
        if (operation == resume && record.phase() == CallbackPhase.EXIT) context.start();
    }
}
