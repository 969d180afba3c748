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

    /// {@return the agent it was copied to, for [Profiler#agent]}
    long destinationAgentId();

    /// {@return the agent it was copied from, for [Profiler#agent]}
    long sourceAgentId();

    /// {@return its size in bytes}
    long sizeBytes();

    /// {@return where it was copied to; 0 if not known}
    long destinationAddress();

    /// {@return where it was copied from; 0 if not known}
    long sourceAddress();

    @Override
    MemoryCopyRecord copy();
}
