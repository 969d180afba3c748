package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackTracingRuntimeInitializationData;
import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.sdk.RuntimeInitialization;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [RuntimeInitialization], seen in place.
final class RuntimeInitializationView extends CallbackView implements RuntimeInitialization {
    @Override
    public RuntimeInitializationOperation operation() {
        return Objects.requireNonNullElse(
                RuntimeInitializationOperation.of(operationValue()), RuntimeInitializationOperation.NONE);
    }

    @Override
    public long version() {
        return Memory.getLong(payloadAddress() + CallbackTracingRuntimeInitializationData.VERSION);
    }

    @Override
    public long instance() {
        return Memory.getLong(payloadAddress() + CallbackTracingRuntimeInitializationData.INSTANCE);
    }

    @Override
    public RuntimeInitialization copy() {
        return new KeptRuntimeInitialization(this);
    }
}
