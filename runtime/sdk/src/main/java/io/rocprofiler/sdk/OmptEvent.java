package io.rocprofiler.sdk;

import io.rocprofiler.abi.OmptOperation;
import io.rocprofiler.sdk.internal.view.CopiedOmptEvent;
import io.rocprofiler.sdk.internal.view.OmptEventView;
import io.rocprofiler.sdk.testing.Doubles;

/// An event of an OpenMP program. Scopes have an `ENTER` and an `EXIT`, points in time have neither. No event has
/// a result.
public sealed interface OmptEvent extends CallbackRecord, CallArguments
        permits OmptEventView, CopiedOmptEvent, Doubles.OfOmptEvent {
    @Override
    OmptOperation operation();

    @Override
    OmptEvent copy();
}
