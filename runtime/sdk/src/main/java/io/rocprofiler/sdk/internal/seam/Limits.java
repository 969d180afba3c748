package io.rocprofiler.sdk.internal.seam;

/// Time limits for waits of the engine, as configured by the environment.
public final class Limits {
    /// The limit for a tool's finalization, and for callbacks about code objects at finalization.
    static final int FINALIZE_SECONDS = 60;

    private Limits() {}

    /// The value of `ROCPROFILER_FINALIZE_TIMEOUT`.
    public static int finalizeSeconds() {
        return seconds("ROCPROFILER_FINALIZE_TIMEOUT", FINALIZE_SECONDS);
    }

    /// Returns a variable's whole seconds, at least 0; `otherwise` if it is not a number.
    public static int seconds(String variable, int otherwise) {
        String value = Native.variable(variable);
        if (value == null || value.isEmpty()) return otherwise;
        try {
            return Math.max(0, Integer.parseInt(value));
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
