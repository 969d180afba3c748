package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.BufferTracingKind;
import java.util.Objects;

/// The common base of all views of records of a tracing kind.
abstract class TracingView extends BufferView {
    public final BufferTracingKind kind() {
        return Objects.requireNonNull(BufferTracingKind.of(kindValue()));
    }
}
