package io.rocprofiler.sdk;

import io.rocprofiler.abi.RuntimeInitializationOperation;

/// A runtime registered its function tables. Reported on the thread that initialises it, before it is usable.
///
/// Not for implementation: see the package.
public non-sealed interface RuntimeInitialization extends CallbackRecord {
    /// The runtime.
    @Override
    RuntimeInitializationOperation operation();

    /// {@return the runtime's version: `10000 * major + 100 * minor + patch`}
    long version();

    /// {@return 0 for the first copy of the library in this process}
    long instance();

    @Override
    RuntimeInitialization copy();
}
