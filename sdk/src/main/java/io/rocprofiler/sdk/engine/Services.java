package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;

/// Which kinds of tracing this engine can do.
final class Services {
    private Services() {}

    /// `NONE` counts as available: AMD's answer to it is another one.
    static boolean isAvailable(CallbackTracingKind kind) {
        return switch (kind) {
            case SCRATCH_MEMORY -> false;
            default -> true;
        };
    }

    /// As for callbacks.
    static boolean isAvailable(BufferTracingKind kind) {
        return switch (kind) {
            case SCRATCH_MEMORY, HIP_STREAM -> false;
            default -> true;
        };
    }
}
