package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;

/// An asynchronous copy, done. [#threadId] is the thread that asked for it; the ancestor is not recorded, and 0.
public non-sealed interface MemoryCopyRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// The direction.
    @Override
    MemoryCopyOperation operation();

    long destinationAgentId();

    long sourceAgentId();

    long sizeBytes();

    long destinationAddress();

    long sourceAddress();

    @Override
    MemoryCopyRecord copy();
}
