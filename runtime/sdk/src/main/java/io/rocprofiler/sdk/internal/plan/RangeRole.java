package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.internal.MarkerCoreApiId;
import io.rocprofiler.abi.internal.NativeConstants;

/// What the calls of a function of `ROCTX_CORE` have to do with ranges, as operations of `MARKER_CORE_RANGE_API`.
enum RangeRole {
    NONE(0),
    PUSHES(NativeConstants.ROLE_PUSH),
    STARTS(NativeConstants.ROLE_START),
    /// The operation has an id of its own, and encloses the core function.
    ENCLOSED(NativeConstants.ROLE_ENCLOSE),
    POPS(NativeConstants.ROLE_POP),
    STOPS(NativeConstants.ROLE_STOP);

    /// One of the `ROLE_*` of `spec/native.json`.
    final int value;

    RangeRole(int value) {
        this.value = value;
    }

    /// Whether calls end ranges, which others have opened.
    boolean closes() {
        return this == POPS || this == STOPS;
    }

    /// @param isEnclosed whether contexts trace a function in both kinds that is a single call in each
    static RangeRole of(int coreOperation, boolean isEnclosed) {
        if (isEnclosed) return ENCLOSED;
        if (coreOperation == MarkerCoreApiId.roctxRangePushA) return PUSHES;
        if (coreOperation == MarkerCoreApiId.roctxRangePop) return POPS;
        if (coreOperation == MarkerCoreApiId.roctxRangeStartA) return STARTS;
        return coreOperation == MarkerCoreApiId.roctxRangeStop ? STOPS : NONE;
    }
}
