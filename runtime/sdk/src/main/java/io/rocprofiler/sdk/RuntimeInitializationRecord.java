package io.rocprofiler.sdk;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.RuntimeInitializationOperation;

/// A runtime registered its function tables.
///
/// Not for implementation: see the package.
public non-sealed interface RuntimeInitializationRecord extends BufferRecord {
    @Override
    BufferTracingKind kind();

    /// The runtime.
    @Override
    RuntimeInitializationOperation operation();

    /// {@return the time of the registration, in nanoseconds on `CLOCK_BOOTTIME`}
    default long timestampNanos() {
        return startNanos();
    }

    /// {@return the runtime's version: `10000 * major + 100 * minor + patch`}
    long version();

    /// {@return 0 for the first copy of the library in this process}
    long instance();

    @Override
    RuntimeInitializationRecord copy();
}
