package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferCategory;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;
import org.jspecify.annotations.Nullable;

/// A record without a type of its own: appended by a tool (see [Buffer#append]), or of a category other than
/// tracing. [#segment] returns its bytes, also for a copy.
///
/// Not for implementation: see the package.
public non-sealed interface OtherRecord extends BufferRecord {
    /// {@return the category, or null if its number is unknown}
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
    default long correlationId() {
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
