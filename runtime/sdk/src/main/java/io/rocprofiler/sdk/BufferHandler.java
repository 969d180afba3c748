package io.rocprofiler.sdk;

/// Receives the records of a buffer in batches.
///
/// {@snippet file="03-buffered-tracing/java/CallTable.java" region="handler"}
///
/// Thread rule: called on the buffer's callback thread, one batch at a time. Exceptions are caught; the first one
/// is reported.
@FunctionalInterface
public interface BufferHandler {
    /// Handles one delivery.
    ///
    /// @param batch at least one record, in the order of insertion; valid only until this method returns
    void onRecords(RecordBatch batch);
}
