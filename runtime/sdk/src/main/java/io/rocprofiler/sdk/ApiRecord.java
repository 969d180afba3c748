package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.Operation;

/// A call of an API's function: HIP, HSA, ROC-TX (also a range as one operation), RCCL, rocDecode, rocJPEG.
///
/// Only the kinds whose names end in `_EXT` keep arguments and results. A pointer among them pointed to
/// something when the call was made; by now it need not.
public non-sealed interface ApiRecord extends BufferRecord, CallArguments {
    @Override
    BufferTracingKind kind();

    /// @throws IllegalStateException if the record, one that a tool appended, names no operation of its kind
    @Override
    Operation operation();

    @Override
    ApiRecord copy();
}
