package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.Context;

/// Stops a context as the program enters `roctxProfilerPause` and starts it as it leaves `roctxProfilerResume`.
/// Doing either
/// twice changes nothing.
final class PauseControl implements CallbackHandler {
    private static final int PAUSE = MarkerControlOperation.roctxProfilerPause.value();
    private static final int RESUME = MarkerControlOperation.roctxProfilerResume.value();

    private final Context context;

    PauseControl(Context context) {
        this.context = context;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        int operation = record.operationValue();
        if (operation == PAUSE && record.phase() == CallbackPhase.ENTER) context.stop();
        if (operation == RESUME && record.phase() == CallbackPhase.EXIT) context.start();
    }
}
