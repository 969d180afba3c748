package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.abi.Operations;
import java.util.Objects;

/// The common base of all views of the kernel driver's records: each kind has its own enum.
abstract class KfdView extends TracingView {
    /// The value NONE in the enums of the driver's events.
    private static final int NONE = -1;

    public final Operation operation() {
        Operation operation = Operations.of(kind(), operationValue());
        return operation != null ? operation : Objects.requireNonNull(Operations.of(kind(), NONE));
    }
}
