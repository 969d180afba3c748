package io.rocprofiler.collector;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.HipStreamEvent;

/// Keeps which stream the HIP call works on that a thread is in.
final class StreamFollower implements CallbackHandler {
    private static final int SET = HipStreamOperation.SET.value();

    private final GpuWork work;

    StreamFollower(GpuWork work) {
        this.work = work;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (record.operationValue() != SET || !(record instanceof HipStreamEvent event)) return;
        ThreadWork own = work.ofThread();
        if (event.phase() == CallbackPhase.ENTER) {
            event.userData(own.stream());
            own.stream(event.streamId());
        } else {
            own.stream(event.userData());
        }
    }
}
