package io.rocprofiler.sdk;

import io.rocprofiler.abi.OmptOperation;

/// An event of an OpenMP program. Scopes have an `ENTER` and an `EXIT`, points in time have neither. No event has
/// a result.
///
/// Not for implementation: see the package.
public non-sealed interface OmptEvent extends CallbackRecord, CallArguments {
    @Override
    OmptOperation operation();

    @Override
    OmptEvent copy();
}
