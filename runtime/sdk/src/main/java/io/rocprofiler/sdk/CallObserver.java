package io.rocprofiler.sdk;

import org.jspecify.annotations.Nullable;

/// Observes calls, each as a pair of its beginning and its end, with an object of the tool's between the two.
///
/// {@snippet file="18-jfr-bridge/java/JfrBridge.java" region="observer"}
///
/// Thread rule: as [CallbackHandler]. If [#enter] throws, [#exit] is not called for that call either.
///
/// @param <T> what the tool keeps about a call
public interface CallObserver<T> {
    /// Called before the function.
    ///
    /// @param call valid only until this method returns, and only on this thread
    /// @return what [#exit] of the same call gets
    @Nullable
    T enter(ApiCall call);

    /// Called after the function. Not for a call that an exception or `longjmp` left.
    ///
    /// @param call valid only until this method returns, and only on this thread
    /// @param entered what [#enter] returned
    void exit(ApiCall call, @Nullable T entered);
}
