package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.StagedStruct;
import java.lang.foreign.Arena;

/// Memory of this process, valid until it exits. Allocates from shared blocks: there are a thousand plans of a few
/// hundred bytes.
final class ProcessMemory implements PlanMemory {
    private static final int BLOCK_BYTES = 64 << 10;

    /// The functions of each `PATH_*` of a plan, by their offsets in `native_link_t`.
    private static final int[] ENTERS = new int[NativeConstants.PATH_OBSERVED + 1];

    private static final int[] EXITS = new int[NativeConstants.PATH_OBSERVED + 1];

    static {
        path(NativeConstants.PATH_CALL, NativeLink.ENTER_CALL, NativeLink.EXIT_CALL);
        path(NativeConstants.PATH_RECORDS, NativeLink.ENTER_RECORDS, NativeLink.EXIT_RECORDS);
        path(NativeConstants.PATH_CALLBACKS, NativeLink.ENTER_CALLBACKS, NativeLink.EXIT_CALLBACKS);
        path(NativeConstants.PATH_RANGES, NativeLink.ENTER_RANGES, NativeLink.EXIT_RANGES);
        path(NativeConstants.PATH_MARK, NativeLink.ENTER_MARK, NativeLink.EXIT_RECORDS);
        path(NativeConstants.PATH_OBSERVED, NativeLink.ENTER_OBSERVED, NativeLink.EXIT_OBSERVED);
    }

    private static void path(int path, int enter, int exit) {
        ENTERS[path] = enter;
        EXITS[path] = exit;
    }

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
    public long enter(int path) {
        return Native.linked(ENTERS[path]);
    }

    @Override
    public long exit(int path) {
        return Native.linked(EXITS[path]);
    }

    @Override
    public void write(StagedStruct staged, long address) {
        staged.copyTo(address);
    }
}
