package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.ApiCallView;
import io.rocprofiler.sdk.internal.view.CopiedApiCall;
import io.rocprofiler.sdk.testing.Doubles;

/// A call of an API function, at its entry or exit: HIP, HSA, ROC-TX (a range is one operation, too), RCCL,
/// rocDecode, rocJPEG. [#operation] is a constant of `HipRuntimeOperation`, `HsaCoreOperation`, ..., named like
/// the function.
public sealed interface ApiCall extends CallbackRecord, CallArguments
        permits ApiCallView, CopiedApiCall, Doubles.OfApiCall {
    @Override
    ApiCall copy();
}
