package io.rocprofiler.sdk;

import io.rocprofiler.abi.HipStreamOperation;

/// A HIP stream was created or destroyed, or a call that uses one begins or ends.
///
/// Not for implementation: see the package.
public non-sealed interface HipStreamEvent extends CallbackRecord {
    /// `CREATE` and `DESTROY` are points in time after the call; `SET` has an `ENTER` and an `EXIT` around
    /// the call.
    @Override
    HipStreamOperation operation();

    /// {@return the stream's number in this process, in order of creation; 0 for the null stream}
    long streamId();

    /// {@return the program's `hipStream_t`} HIP may reuse it for another stream later.
    long streamAddress();

    @Override
    HipStreamEvent copy();
}
