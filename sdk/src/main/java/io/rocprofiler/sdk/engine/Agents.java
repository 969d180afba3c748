package io.rocprofiler.sdk.engine;

/// The agents of this machine.
final class Agents {
    private Agents() {}

    /// The handle of the rocprofiler agent behind an HSA agent, 0 if it is not known.
    static long ofHsa(long hsaAgent) {
        return 0;
    }
}
