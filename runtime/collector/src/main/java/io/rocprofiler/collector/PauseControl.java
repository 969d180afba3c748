package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.MarkerControlOperation;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;

/// Pauses recording when the program enters `roctxProfilerPause`, and resumes it when the program leaves
/// `roctxProfilerResume`. Repeated calls have no effect.
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
