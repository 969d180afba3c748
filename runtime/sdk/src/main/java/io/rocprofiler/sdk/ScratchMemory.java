package io.rocprofiler.sdk;

import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryOperation;

/// The HSA runtime provides or takes back a queue's scratch memory.
public non-sealed interface ScratchMemory extends CallbackRecord {
    @Override
    ScratchMemoryOperation operation();

    long agentId();

    /// The queue's number in this process.
    long queueId();

    /// `NONE` also where there are several: see [#flagBits].
    ScratchAllocFlag flag();

    /// All flags, the bits of [ScratchAllocFlag#value].
    int flagBits();

    /// The dispatch that needs the memory; only for `ALLOC`, else 0.
    long dispatchId();

    /// The memory provided; only at the end of `ALLOC`, else 0.
    long sizeBytes();

    /// The slots provided; only at the end of `ALLOC`, else 0.
    long slotCount();

    @Override
    ScratchMemory copy();
}
