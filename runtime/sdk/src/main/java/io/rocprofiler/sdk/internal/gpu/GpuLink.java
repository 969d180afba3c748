package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;

/// The words that this room and `gpu.c` share: a `native_gpu_t`.
final class GpuLink {
    private GpuLink() {}

    static long get(int field) {
        return Memory.getLong(Native.linked(NativeLink.GPU) + field);
    }

    static void set(int field, long value) {
        Memory.putLongRelease(Native.linked(NativeLink.GPU) + field, value);
    }
}
