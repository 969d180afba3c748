package io.rocprofiler.sdk;

import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;

/// The HSA runtime allocates or reclaims a queue's scratch memory.
///
/// Not for implementation: see the package.
public non-sealed interface ScratchMemory extends CallbackRecord {
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

    /// {@return the dispatch that needs the memory; 0 except for `ALLOC`}
    long dispatchId();

    /// {@return the size of the memory provided, in bytes; 0 except at the end of `ALLOC`}
    long sizeBytes();

    /// {@return the number of slots provided; 0 except at the end of `ALLOC`}
    long slotCount();

    @Override
    ScratchMemory copy();
}
