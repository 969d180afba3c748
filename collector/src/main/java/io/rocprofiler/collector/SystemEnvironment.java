package io.rocprofiler.collector;

import org.jspecify.annotations.Nullable;

final class SystemEnvironment implements Environment {
    @Override
    public @Nullable String get(String name) {
        return System.getenv(name);
    }
}
