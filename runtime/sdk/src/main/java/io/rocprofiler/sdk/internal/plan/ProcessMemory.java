package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.lang.foreign.Arena;

/// Memory of this process, valid until it exits. Allocates from shared blocks: there are a thousand plans of a few
/// hundred bytes.
final class ProcessMemory implements PlanMemory {
    private static final int BLOCK_BYTES = 64 << 10;

    private long next;
    private long end;

    @Override
    public long allocate(long bytes) {
        if (next + bytes > end) {
            long block = Math.max(bytes, BLOCK_BYTES);
            next = Arena.global().allocate(block, Long.BYTES).address();
            end = next + block;
        }
        long address = next;
        next += bytes;
        return address;
    }

    @Override
    public void write(StagedStruct staged, long address) {
        staged.copyTo(address);
    }
}
