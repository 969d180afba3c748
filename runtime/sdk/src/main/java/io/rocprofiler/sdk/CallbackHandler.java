package io.rocprofiler.sdk;

/// Observes single operations as they happen.
///
/// {@snippet file="02-callback-tracing/java/CallTree.java" region="handler"}
///
/// Thread rule: called on the program's own thread, inside the traced call, by many threads concurrently, with no
/// lock held. The program waits until it returns. The handler may start and stop contexts and flush buffers; ROCm
/// calls that it makes are traced as well. An exception is caught and reported with the operation, the first one of a
/// tool with its stack trace, and the handler is not called again for that operation.
@FunctionalInterface
public interface CallbackHandler {
    /// Handles one callback.
    ///
    /// @param record valid only until this method returns, and only on this thread
    void onCallback(CallbackRecord record);
}
