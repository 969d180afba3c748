package io.rocprofiler.facts.java;

import io.rocprofiler.facts.Output;
import io.rocprofiler.facts.model.Facts;

/// Writes package `io.rocprofiler.abi`.
public final class JavaEmitter {
    private JavaEmitter() {}

    public static void emit(Facts facts, Output output) {
        throw new UnsupportedOperationException("java");
    }
}
