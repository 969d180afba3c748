package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingScratchMemoryData;
import io.rocprofiler.abi.ScratchAllocFlag;
import io.rocprofiler.abi.ScratchMemoryArgs;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.sdk.ScratchMemory;
import io.rocprofiler.sdk.engine.Memory;
import java.util.Objects;

/// [ScratchMemory], seen in place.
final class ScratchMemoryView extends CallbackView implements ScratchMemory {
    @Override
    public ScratchMemoryOperation operation() {
        return Objects.requireNonNullElse(ScratchMemoryOperation.of(operationValue()), ScratchMemoryOperation.NONE);
    }

    @Override
    public long agentId() {
        return Memory.getLong(payloadAddress() + CallbackTracingScratchMemoryData.AGENT_ID);
    }

    @Override
    public long queueId() {
        return Memory.getLong(payloadAddress() + CallbackTracingScratchMemoryData.QUEUE_ID);
    }

    @Override
    public ScratchAllocFlag flag() {
        return Objects.requireNonNullElse(ScratchAllocFlag.of(flagBits()), ScratchAllocFlag.NONE);
    }

    @Override
    public int flagBits() {
        return Memory.getInt(payloadAddress() + CallbackTracingScratchMemoryData.FLAGS);
    }

    @Override
    public long dispatchId() {
        return isAllocation() ? Memory.getLong(arguments() + ScratchMemoryArgs.ALLOC_START_DISPATCH_ID) : 0;
    }

    @Override
    public long sizeBytes() {
        return isAllocated() ? Memory.getLong(arguments() + ScratchMemoryArgs.ALLOC_END_SIZE) : 0;
    }

    @Override
    public long slotCount() {
        return isAllocated() ? Memory.getLong(arguments() + ScratchMemoryArgs.ALLOC_END_NUM_SLOTS) : 0;
    }

    @Override
    public ScratchMemory copy() {
        return new KeptScratchMemory(this);
    }

    private long arguments() {
        return payloadAddress() + CallbackTracingScratchMemoryData.ARGS;
    }

    private boolean isAllocation() {
        return operation() == ScratchMemoryOperation.ALLOC;
    }

    private boolean isAllocated() {
        return isAllocation() && phase() == CallbackPhase.EXIT;
    }
}
