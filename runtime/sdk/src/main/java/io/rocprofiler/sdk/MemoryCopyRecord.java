package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.MemoryCopyOperation;

/// A completed asynchronous copy. [#threadId] is the thread that requested it; the ancestor is not recorded and
/// reads as 0.
///
/// Not for implementation: see the package.
public non-sealed interface MemoryCopyRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// The direction.
    @Override
    MemoryCopyOperation operation();

    /// {@return the destination agent, for [Profiler#agent]}
    long destinationAgentId();

    /// {@return the source agent, for [Profiler#agent]}
    long sourceAgentId();

    /// {@return the number of bytes copied}
    long sizeBytes();

    /// {@return the destination address; 0 if unknown}
    long destinationAddress();

    /// {@return the source address; 0 if unknown}
    long sourceAddress();

    @Override
    MemoryCopyRecord copy();
}
