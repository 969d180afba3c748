package io.rocprofiler.sdk.internal.plan;

import io.rocprofiler.abi.BufferTracingKind;

/// The kinds of tracing that can be configured: all of the ABI except one.
public final class SupportedKinds {
    private SupportedKinds() {}

    /// Whether a kind is available. `NONE` counts as available, because AMD's library has a different result
    /// for it.
    public static boolean isAvailable(BufferTracingKind kind) {
        return kind != BufferTracingKind.HIP_STREAM; // AMD's library has no records of it, either
    }
}
