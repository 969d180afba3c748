package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// The words that this room and the C that follows dispatches share: a `native_dispatches_t`.
final class DispatchLink {
    private DispatchLink() {}

    static void set(int field, long value) {
        Memory.putLongVolatile(Native.linked(NativeLink.DISPATCHES) + field, value);
    }

    static long get(int field) {
        return Memory.getLong(Native.linked(NativeLink.DISPATCHES) + field);
    }

    /// Calls one of C's functions.
    static long call(int field, long a0, long a1) {
        return Native.invoke(get(field), a0, a1, 0, 0, 0, 0);
    }
}
