package io.rocprofiler.sdk;

import io.rocprofiler.abi.RuntimeInitializationOperation;
import io.rocprofiler.sdk.internal.view.CopiedRuntimeInitialization;
import io.rocprofiler.sdk.internal.view.RuntimeInitializationView;
import io.rocprofiler.sdk.testing.Doubles;

/// A runtime registered its function tables. Reported on the thread that initialises it, before it is usable.
public sealed interface RuntimeInitialization extends CallbackRecord
        permits RuntimeInitializationView, CopiedRuntimeInitialization, Doubles.OfRuntimeInitialization {
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
