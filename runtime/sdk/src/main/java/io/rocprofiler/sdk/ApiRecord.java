package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;

/// A completed call of an API function: HIP, HSA, ROC-TX (a range is one operation, too), RCCL, rocDecode, rocJPEG,
/// rocSHMEM, hipFile.
///
/// Only kinds whose names end in `_EXT` keep arguments and results. A pointer among them was valid when the call
/// was made; it may dangle by now.
///
/// Not for implementation: see the package.
public non-sealed interface ApiRecord extends BufferRecord, CallArguments {
    @Override
    BufferTracingKind kind();

    /// @throws IllegalStateException if a tool appended the record and its operation does not belong to its kind
    @Override
    Operation operation();

    @Override
    ApiRecord copy();
}
