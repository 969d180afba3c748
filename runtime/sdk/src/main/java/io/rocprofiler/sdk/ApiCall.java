package io.rocprofiler.sdk;

/// A call of an API function, at its entry or exit: HIP, HSA, ROC-TX (a range is one operation, too), RCCL,
/// rocDecode, rocJPEG, rocSHMEM, hipFile. [#operation] is a constant of `HipRuntimeOperation`, `HsaCoreOperation`, ...,
/// named like the function.
///
/// Not for implementation: see the package.
public non-sealed interface ApiCall extends CallbackRecord, CallArguments {
    @Override
    ApiCall copy();
}
