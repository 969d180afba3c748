package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.RuntimeInitializationOperation;

/// A runtime handed over its tables.
public non-sealed interface RuntimeInitializationRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// Which runtime.
    @Override
    RuntimeInitializationOperation operation();

    /// {@return nanoseconds on `CLOCK_BOOTTIME`}
    default long timestampNanos() {
        return startNanos();
    }

    /// {@return `10000 * major + 100 * minor + patch`}
    long version();

    /// {@return 0 for the first copy of the library in this process}
    long instance();

    @Override
    RuntimeInitializationRecord copy();
}
