package io.rocprofiler.sdk.internal.seam;

/// How long the engine waits for others, as the environment says it.
public final class Limits {
    /// What a tool gets to end, and callbacks about code objects at the end.
    static final int FINALIZE_SECONDS = 60;

    private Limits() {}

    /// As `ROCPROFILER_FINALIZE_TIMEOUT` says it.
    public static int finalizeSeconds() {
        return seconds("ROCPROFILER_FINALIZE_TIMEOUT", FINALIZE_SECONDS);
    }

    /// A variable's whole seconds, at least 0; what is no number counts as not set.
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
