package io.rocprofiler.collector;

import io.rocprofiler.sdk.Profiler;
import org.jspecify.annotations.Nullable;

/// The environment of the process. Empty in a program with more privileges than the user who started it
/// (set-user-ID, file capabilities), because variables determine where files are written.
final class SystemEnvironment implements Environment {
    @Override
    public @Nullable String get(String name) {
        return Profiler.variable(name);
    }
}
