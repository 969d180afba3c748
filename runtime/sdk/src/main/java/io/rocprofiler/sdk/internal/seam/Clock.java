package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeLink;

/// ROCm's clock: nanoseconds of CLOCK_BOOTTIME, the domain of `rocprofiler_get_timestamp`.
///
/// `System.nanoTime` is CLOCK_MONOTONIC on Linux and a compiler intrinsic; the two clocks differ by the time the
/// machine was suspended, which is read once at boot.
///
/// Thread rule: any thread, after [Native#link(long)].
public final class Clock {
    private static final long OFFSET = Native.linked(NativeLink.BOOTTIME_OFFSET);

    private Clock() {}

    public static long now() {
        return System.nanoTime() + OFFSET;
    }
}
