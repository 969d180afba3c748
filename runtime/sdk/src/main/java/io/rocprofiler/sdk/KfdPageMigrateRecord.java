package io.rocprofiler.sdk;

/// Pages moved between agents.
public non-sealed interface KfdPageMigrateRecord extends KfdRecord {
    /// {@return the first byte that moved}
    long startAddress();

    /// {@return behind the last byte that moved}
    long endAddress();

    /// {@return the agent the pages came from}
    long sourceAgentId();

    /// {@return the agent the pages moved to}
    long destinationAgentId();

    /// {@return the agent they were prefetched to; 0 if none}
    long prefetchAgentId();

    /// {@return the agent where the program prefers them; 0 if none}
    long preferredAgentId();

    /// {@return 0 if it went well, else as the driver reports it}
    int errorCode();

    @Override
    KfdPageMigrateRecord copy();
}
