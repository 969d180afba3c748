package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.OmptEvent;
import io.rocprofiler.sdk.engine.Peek;
import java.util.Objects;

/// [OmptEvent], seen in place.
final class OmptEventView extends CallView implements OmptEvent {
    OmptEventView(Peek peek) {
        super(peek);
    }

    @Override
    public OmptOperation operation() {
        return Objects.requireNonNullElse(OmptOperation.of(operationValue()), OmptOperation.NONE);
    }

    @Override
    public OmptEvent copy() {
        return new KeptOmptEvent(this, keptArguments());
    }
}
