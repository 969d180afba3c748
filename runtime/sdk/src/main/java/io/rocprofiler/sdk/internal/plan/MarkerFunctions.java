package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.abi.internal.NativeLink;
import org.jspecify.annotations.Nullable;

/// The functions of the native library that record marks and ranges by themselves (`markers.c`).
final class MarkerFunctions {
    /// The functions that begin and end a call, as offsets in `native_link_t`. A call that needs no end function
    /// has an arbitrary one.
    record Pair(int enter, int exit) {}

    private static final Pair MARK = new Pair(NativeLink.ENTER_MARK, NativeLink.EXIT_CALL);
    private static final Pair PUSH = new Pair(NativeLink.ENTER_PUSH, NativeLink.EXIT_PUSH);
    private static final Pair POP = new Pair(NativeLink.ENTER_POP, NativeLink.EXIT_POP);
    private static final Pair START = new Pair(NativeLink.ENTER_START, NativeLink.EXIT_START);
    private static final Pair STOP = new Pair(NativeLink.ENTER_STOP, NativeLink.EXIT_CALL);

    private MarkerFunctions() {}

    /// Returns the functions for one of the roctx core table, or null if it is neither a mark nor part of a range.
    static @Nullable Pair of(int coreOperation) {
        if (coreOperation == MarkerCoreApiId.roctxMarkA) return MARK;
        if (coreOperation == MarkerCoreApiId.roctxRangePushA) return PUSH;
        if (coreOperation == MarkerCoreApiId.roctxRangePop) return POP;
        if (coreOperation == MarkerCoreApiId.roctxRangeStartA) return START;
        return coreOperation == MarkerCoreApiId.roctxRangeStop ? STOP : null;
    }

    static boolean closes(int coreOperation) {
        return coreOperation == MarkerCoreApiId.roctxRangePop || coreOperation == MarkerCoreApiId.roctxRangeStop;
    }
}
