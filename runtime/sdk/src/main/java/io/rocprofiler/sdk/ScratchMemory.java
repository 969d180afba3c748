package io.rocprofiler.sdk;

import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;

/// The HSA runtime provides or takes back a queue's scratch memory.
public non-sealed interface ScratchMemory extends CallbackRecord {
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

    /// {@return the dispatch that needs the memory; only for `ALLOC`, else 0}
    long dispatchId();

    /// {@return the memory provided; only at the end of `ALLOC`, else 0}
    long sizeBytes();

    /// {@return the slots provided; only at the end of `ALLOC`, else 0}
    long slotCount();

    @Override
    ScratchMemory copy();
}
