package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.plan.Client;

/// A discovered tool that becomes a client.
public interface Candidate {
    /// Creates its client.
    Client client(int priority, int id, Registration registration);
}
