package io.rocprofiler.sdk;

import io.rocprofiler.sdk.internal.view.CopiedKfdQueueRecord;
import io.rocprofiler.sdk.internal.view.KfdEventQueueView;
import io.rocprofiler.sdk.internal.view.KfdQueueView;
import io.rocprofiler.sdk.testing.Doubles;

/// The queues of an agent were evicted or restored.
public sealed interface KfdQueueRecord extends KfdRecord
        permits KfdEventQueueView, KfdQueueView, CopiedKfdQueueRecord, Doubles.OfKfdQueueRecord {
    /// {@return the agent of the queue}
    long agentId();

    @Override
    KfdQueueRecord copy();
}
