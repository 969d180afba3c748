package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import java.util.Objects;

/// What all views of the kernel driver's records have in common: each kind has an enum of its own.
abstract class KfdView extends TracingView {
    /// Of the enums of the driver's events.
    private static final int NONE = -1;

    public final Operation operation() {
        Operation operation = Operations.of(kind(), operationValue());
        return operation != null ? operation : Objects.requireNonNull(Operations.of(kind(), NONE));
    }
}
