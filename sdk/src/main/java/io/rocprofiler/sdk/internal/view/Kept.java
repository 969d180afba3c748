package io.rocprofiler.sdk.internal.view;

/// What a copy cannot do.
final class Kept {
    private Kept() {}

    static IllegalStateException noMemory() {
        return new IllegalStateException("a copy has no native memory: ask the record itself, inside the callback");
    }

    static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException("a copy cannot be changed");
    }
}
