package io.rocprofiler.sdk;

/// Sees single operations as they happen.
///
/// Thread rule: called on the program's own thread, inside the traced call, by many threads at once, with no lock
/// held. The program waits for it. It may start and stop contexts and flush buffers; ROCm calls that it makes are
/// traced themselves. What it throws is swallowed and reported once.
@FunctionalInterface
public interface CallbackHandler {
    /// Takes one callback.
    ///
    /// @param record valid only until this method returns, and only on this thread
    void onCallback(CallbackRecord record);
}
