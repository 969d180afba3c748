package io.rocprofiler.collector;

import org.jspecify.annotations.Nullable;

/// The environment variables of the process.
interface Environment {
    @Nullable
    String get(String name);
}
