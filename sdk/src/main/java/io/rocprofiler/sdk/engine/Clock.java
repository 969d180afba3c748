package io.rocprofiler.sdk.engine;

/// STUB: replaced by the real clock.
final class Clock {
    private Clock() {}

    static long now() {
        throw new UnsupportedOperationException();
    }
}
