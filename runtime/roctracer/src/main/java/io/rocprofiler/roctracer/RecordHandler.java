package io.rocprofiler.roctracer;

/// Receives the records of a pool.
@FunctionalInterface
public interface RecordHandler {
    /// Handles a batch of records.
    ///
    /// Thread rule: called on the pool's own thread, one call at a time. No record is dropped: while this
    /// method runs and the pool's other buffer is full, the program waits. Exceptions are counted and the first
    /// is reported.
    ///
    /// @param records valid until this method returns
    void onRecords(RecordBatch records);
}
