package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingHipStreamData;
import io.rocprofiler.abi.HipStreamOperation;
import io.rocprofiler.sdk.HipStreamEvent;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [HipStreamEvent], seen in place.
final class HipStreamEventView extends CallbackView implements HipStreamEvent {
    @Override
    public HipStreamOperation operation() {
        return Objects.requireNonNullElse(HipStreamOperation.of(operationValue()), HipStreamOperation.NONE);
    }

    @Override
    public long streamId() {
        return Memory.getLong(payloadAddress() + CallbackTracingHipStreamData.STREAM_ID);
    }

    @Override
    public long streamAddress() {
        return Memory.getLong(payloadAddress() + CallbackTracingHipStreamData.STREAM_VALUE);
    }

    @Override
    public HipStreamEvent copy() {
        return new KeptHipStreamEvent(this);
    }
}
