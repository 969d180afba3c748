package io.rocprofiler.sdk.engine;

/// A tool that has been found and is to become a client.
public interface Candidate {
    /// The client that it becomes.
    Client client(int priority, int id, Registration registration);
}
