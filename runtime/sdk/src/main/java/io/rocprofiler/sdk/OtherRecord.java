package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import org.jspecify.annotations.Nullable;

/// A record that is not of a tracing kind with a type here: a tool's own (see [Buffer#append]), or of
/// another category. [#segment] has its bytes, also in a copy.
public non-sealed interface OtherRecord extends BufferRecord {
    /// {@return the category, or null for one that has no name here}
    @Nullable
    BufferCategory category();

    @Override
    default @Nullable BufferTracingKind kind() {
        return null;
    }

    @Override
    default @Nullable Operation operation() {
        return null;
    }

    @Override
    default long startNanos() {
        return 0;
    }

    @Override
    default long endNanos() {
        return 0;
    }

    @Override
    default long threadId() {
        return 0;
    }

    @Override
    default long internalCorrelationId() {
        return 0;
    }

    @Override
    default long ancestorCorrelationId() {
        return 0;
    }

    @Override
    default long externalCorrelationId() {
        return 0;
    }

    @Override
    OtherRecord copy();
}
