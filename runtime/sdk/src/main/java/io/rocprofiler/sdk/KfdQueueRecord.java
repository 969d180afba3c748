package io.rocprofiler.sdk;

/// The queues of an agent were evicted or restored.
public non-sealed interface KfdQueueRecord extends KfdRecord {
    /// {@return the agent of the queue}
    long agentId();

    @Override
    KfdQueueRecord copy();
}
