package io.rocprofiler.sdk;

import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.internal.view.CopiedOtherEvent;
import io.rocprofiler.sdk.internal.view.OtherEventView;
import io.rocprofiler.sdk.testing.Doubles;
import org.jspecify.annotations.Nullable;

/// An event of a kind without a type of its own, such as one that is newer than this release: [#kindValue],
/// [#operationValue] and [#payload] say what it is.
public sealed interface OtherEvent extends CallbackRecord
        permits OtherEventView, CopiedOtherEvent, Doubles.OfOtherEvent {
    @Override
    int kindValue();

    /// {@return the operation, or null if its number has no constant}
    @Override
    @Nullable
    Operation operation();

    @Override
    OtherEvent copy();
}
