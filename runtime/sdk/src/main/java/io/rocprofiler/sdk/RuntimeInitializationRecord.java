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

    /// Nanoseconds on `CLOCK_BOOTTIME`.
    default long timestampNanos() {
        return startNanos();
    }

    /// `10000 * major + 100 * minor + patch`.
    long version();

    /// 0 for the first copy of the library in this process.
    long instance();

    @Override
    RuntimeInitializationRecord copy();
}
