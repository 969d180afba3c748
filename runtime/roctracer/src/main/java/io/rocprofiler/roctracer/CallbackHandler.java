package io.rocprofiler.roctracer;

/// Receives events while they happen.
@FunctionalInterface
public interface CallbackHandler {
    /// Handles a call.
    ///
    /// Thread rule: called on the threads of the program, concurrently, and recursively if it makes a traced call.
    /// Exceptions are counted and the first is reported; they do not affect the program.
    ///
    /// @param call valid until this method returns
    void onCallback(TracerCallback call);
}
