package io.rocprofiler.facts.c;

import io.rocprofiler.facts.Output;
import io.rocprofiler.facts.model.Facts;

public final class SoftGpuEmitter {
    private SoftGpuEmitter() {}

    public static void emit(Facts facts, Output output) {
        throw new UnsupportedOperationException();
    }
}
