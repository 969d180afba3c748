package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.CopiedKfdPageMigrateRecord;
import io.rocprofiler.sdk.internal.view.KfdEventPageMigrateView;
import io.rocprofiler.sdk.internal.view.KfdPageMigrateView;
import io.rocprofiler.sdk.testing.Doubles;

/// Pages migrated between agents.
public sealed interface KfdPageMigrateRecord extends KfdRecord
        permits KfdEventPageMigrateView,
                KfdPageMigrateView,
                CopiedKfdPageMigrateRecord,
                Doubles.OfKfdPageMigrateRecord {
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
