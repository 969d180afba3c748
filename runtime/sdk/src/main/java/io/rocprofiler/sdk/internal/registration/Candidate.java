package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.sdk.internal.plan.Client;

/// A tool that has been found and is to become a client.
public interface Candidate {
    /// The client that it becomes.
    Client client(int priority, int id, Registration registration);
}
