package io.rocprofiler.roctracer;

/// Is told of what happens, while it happens.
@FunctionalInterface
public interface CallbackHandler {
    /// Thread rule: called on the threads of the program, on several at once, and again within itself if it
    /// makes a traced call. What it throws is counted and said once; the program does not notice.
    ///
    /// @param call valid until this returns
    void onCallback(TracerCallback call);
}
