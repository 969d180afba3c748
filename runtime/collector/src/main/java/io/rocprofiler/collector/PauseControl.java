package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;

/// Stops recording as the program enters `roctxProfilerPause` and lets it go on as it leaves `roctxProfilerResume`.
/// Doing either
/// twice changes nothing.
final class PauseControl implements CallbackHandler {
    private static final int PAUSE = MarkerControlOperation.roctxProfilerPause.value();
    private static final int RESUME = MarkerControlOperation.roctxProfilerResume.value();

    private final RecordingSwitch recordingSwitch;

    PauseControl(RecordingSwitch recordingSwitch) {
        this.recordingSwitch = recordingSwitch;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        int operation = record.operationValue();
        if (operation == PAUSE && record.phase() == CallbackPhase.ENTER) recordingSwitch.pause(true);
        if (operation == RESUME && record.phase() == CallbackPhase.EXIT) recordingSwitch.pause(false);
    }
}
