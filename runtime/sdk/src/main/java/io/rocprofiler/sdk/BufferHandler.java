package io.rocprofiler.sdk;

/// Receives the records of a buffer, a batch at a time.
///
/// Thread rule: called on the buffer's callback thread, one batch at a time. What it throws is swallowed and
/// reported once.
@FunctionalInterface
public interface BufferHandler {
    /// Takes one delivery.
    ///
    /// @param batch at least one record, in the order of insertion; valid only until this method returns
    void onRecords(RecordBatch batch);
}
