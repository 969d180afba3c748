package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.CopiedKfdPageFaultRecord;
import io.rocprofiler.sdk.internal.view.KfdEventPageFaultView;
import io.rocprofiler.sdk.internal.view.KfdPageFaultView;
import io.rocprofiler.sdk.testing.Doubles;

/// An agent accessed a page that is not mapped to it.
public sealed interface KfdPageFaultRecord extends KfdRecord
        permits KfdEventPageFaultView, KfdPageFaultView, CopiedKfdPageFaultRecord, Doubles.OfKfdPageFaultRecord {
    /// {@return the agent that faulted, for [Profiler#agent]}
    long agentId();

    /// {@return the page's address}
    long address();

    @Override
    KfdPageFaultRecord copy();
}
