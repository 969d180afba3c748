package io.rocprofiler.sdk;

/// The queues of an agent were evicted or restored.
public non-sealed interface KfdQueueRecord extends KfdRecord {
    long agentId();

    @Override
    KfdQueueRecord copy();
}
