package io.rocprofiler.sdk;

/// A call of an API's function, at its entry or exit: HIP, HSA, ROC-TX (also a range as one operation),
/// RCCL, rocDecode, rocJPEG. [#operation] is a constant of `HipRuntimeOperation`, `HsaCoreOperation`, ...,
/// named as the function is.
public non-sealed interface ApiCall extends CallbackRecord, CallArguments {
    @Override
    ApiCall copy();
}
