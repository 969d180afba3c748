package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferCategory;
import org.jspecify.annotations.Nullable;

/// A record that is not of a tracing kind with a type here: a tool's own (see [Buffer#append]), or of
/// another category. [#segment] has its bytes, also in a copy.
public non-sealed interface OtherRecord extends BufferRecord {
    /// {@return the category, or null for one that has no name here}
    @Nullable
    BufferCategory category();

    @Override
    OtherRecord copy();
}
