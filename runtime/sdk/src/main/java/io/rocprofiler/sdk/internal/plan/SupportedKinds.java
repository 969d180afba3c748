package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;

/// Which kinds of tracing can be asked for: all of the ABI, but for one.
public final class SupportedKinds {
    private SupportedKinds() {}

    /// `NONE` counts as available: AMD's answer to it is another one.
    public static boolean isAvailable(BufferTracingKind kind) {
        return kind != BufferTracingKind.HIP_STREAM; // AMD's has no records of it either
    }
}
