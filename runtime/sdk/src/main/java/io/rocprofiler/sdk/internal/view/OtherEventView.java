package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import io.rocprofiler.sdk.OtherEvent;
import org.jspecify.annotations.Nullable;

/// A view of an [OtherEvent].
final class OtherEventView extends CallbackView implements OtherEvent {
    @Override
    public @Nullable Operation operation() {
        return Operations.of(kind(), operationValue());
    }

    @Override
    public OtherEvent copy() {
        return new CopiedOtherEvent(this);
    }
}
