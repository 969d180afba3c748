package io.rocprofiler.sdk;

import io.rocprofiler.abi.Operation;
import org.jspecify.annotations.Nullable;

/// An event of a kind without a type of its own, such as one that is newer than this release: [#kindValue],
/// [#operationValue] and [#payload] say what it is.
///
/// Not for implementation: see the package.
public non-sealed interface OtherEvent extends CallbackRecord {
    @Override
    int kindValue();

    /// {@return the operation, or null if its number has no constant}
    @Override
    @Nullable
    Operation operation();

    @Override
    OtherEvent copy();
}
