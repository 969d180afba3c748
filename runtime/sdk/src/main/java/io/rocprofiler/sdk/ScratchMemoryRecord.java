package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;

/// The HSA runtime provided or took back a queue's scratch memory.
public non-sealed interface ScratchMemoryRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    @Override
    ScratchMemoryOperation operation();

    /// {@return the agent, for [Profiler#agent]}
    long agentId();

    /// {@return the queue's number in this process}
    long queueId();

    /// {@return `NONE` also where there are several: see [#flagBits]}
    ScratchAllocFlag flag();

    /// {@return all flags, the bits of [ScratchAllocFlag#value]}
    int flagBits();

    /// {@return its size in bytes}
    long sizeBytes();

    @Override
    ScratchMemoryRecord copy();
}
