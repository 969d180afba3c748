package io.rocprofiler.jfr;

import io.rocprofiler.sdk.Profiler;

/// Registers the tool for [Agent], in the layer where the engine is.
public final class Registered {
    private Registered() {}

    /// Registers the tool for the rest of the process.
    public static void register() {
        Profiler.register(new FlightRecorderTool());
    }
}
