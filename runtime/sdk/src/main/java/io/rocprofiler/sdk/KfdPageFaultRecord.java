package io.rocprofiler.sdk;

/// An agent accessed a page that it has not.
public non-sealed interface KfdPageFaultRecord extends KfdRecord {
    long agentId();

    long address();

    @Override
    KfdPageFaultRecord copy();
}
