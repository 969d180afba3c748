package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/// The driver of this machine, through the native library (`kfd.c`).
public final class NativeKfdDevice implements KfdDevice {
    private static final String PATH = "/dev/kfd";

    @Override
    public long version() {
        return call(NativeLink.KFD_VERSION, CStrings.intern(PATH), 0, 0, 0);
    }

    @Override
    public int start(int[] gpus, long mask) {
        try (Arena arena = Arena.ofConfined()) {
            long numbers = arena.allocateFrom(ValueLayout.JAVA_INT, gpus).address();
            return (int) call(NativeLink.KFD_START, CStrings.intern(PATH), numbers, gpus.length, mask);
        }
    }

    @Override
    public long next(long text, int capacity) {
        return call(NativeLink.KFD_NEXT, text, capacity, 0, 0);
    }

    @Override
    public void stop() {
        call(NativeLink.KFD_STOP, 0, 0, 0, 0);
    }

    private static long call(int function, long a0, long a1, long a2, long a3) {
        return Native.invoke(Native.linked(function), a0, a1, a2, a3, 0, 0);
    }
}
