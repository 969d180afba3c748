package io.rocprofiler.sdk;

/// Pages moved between agents.
public non-sealed interface KfdPageMigrateRecord extends KfdRecord {
    long startAddress();

    long endAddress();

    long sourceAgentId();

    long destinationAgentId();

    long prefetchAgentId();

    long preferredAgentId();

    /// {@return 0 if it went well, else as the driver reports it}
    int errorCode();

    @Override
    KfdPageMigrateRecord copy();
}
