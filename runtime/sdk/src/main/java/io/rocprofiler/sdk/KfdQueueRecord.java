package io.rocprofiler.sdk;

/// The queues of an agent were evicted or restored.
///
/// Not for implementation: see the package.
public non-sealed interface KfdQueueRecord extends KfdRecord {
    /// {@return the agent of the queue}
    long agentId();

    @Override
    KfdQueueRecord copy();
}
