package io.rocprofiler.sdk;

/// An agent accessed a page that is not mapped to it.
///
/// Not for implementation: see the package.
public non-sealed interface KfdPageFaultRecord extends KfdRecord {
    /// {@return the agent that faulted, for [Profiler#agent]}
    long agentId();

    /// {@return the page's address}
    long address();

    @Override
    KfdPageFaultRecord copy();
}
