package io.rocprofiler.sdk;

/// Pages migrated between agents.
///
/// Not for implementation: see the package.
public non-sealed interface KfdPageMigrateRecord extends KfdRecord {
    /// {@return the address of the first byte that moved}
    long startAddress();

    /// {@return the address after the last byte that moved}
    long endAddress();

    /// {@return the agent the pages came from}
    long sourceAgentId();

    /// {@return the agent the pages moved to}
    long destinationAgentId();

    /// {@return the agent they were prefetched to; 0 if none}
    long prefetchAgentId();

    /// {@return the agent that the program prefers for them; 0 if none}
    long preferredAgentId();

    /// {@return 0 on success, otherwise the driver's error code}
    int errorCode();

    @Override
    KfdPageMigrateRecord copy();
}
