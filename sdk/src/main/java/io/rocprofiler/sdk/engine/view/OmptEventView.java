package io.rocprofiler.sdk.engine.view;

import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.OmptEvent;
import java.util.Objects;

/// [OmptEvent], seen in place.
final class OmptEventView extends CallView implements OmptEvent {
    @Override
    public OmptOperation operation() {
        return Objects.requireNonNullElse(OmptOperation.of(operationValue()), OmptOperation.NONE);
    }

    @Override
    public OmptEvent copy() {
        return new KeptOmptEvent(this, keptArguments());
    }
}
