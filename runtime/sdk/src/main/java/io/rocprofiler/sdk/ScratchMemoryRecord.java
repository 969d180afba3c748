package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;

/// The HSA runtime allocated or reclaimed a queue's scratch memory.
///
/// Not for implementation: see the package.
public non-sealed interface ScratchMemoryRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    @Override
    ScratchMemoryOperation operation();

    /// {@return the agent, for [Profiler#agent]}
    long agentId();

    /// {@return the queue's number in this process}
    long queueId();

    /// {@return the flag; `NONE` also if several are set: see [#flagBits]}
    ScratchAllocFlag flag();

    /// {@return all flags, the bits of [ScratchAllocFlag#value]}
    int flagBits();

    /// {@return the size of the memory in bytes}
    long sizeBytes();

    @Override
    ScratchMemoryRecord copy();
}
