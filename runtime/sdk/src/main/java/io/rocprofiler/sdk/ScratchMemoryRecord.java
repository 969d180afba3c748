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

    long agentId();

    /// The queue's number in this process.
    long queueId();

    /// `NONE` also where there are several: see [#flagBits].
    ScratchAllocFlag flag();

    /// All flags, the bits of [ScratchAllocFlag#value].
    int flagBits();

    long sizeBytes();

    @Override
    ScratchMemoryRecord copy();
}
