package io.rocprofiler.roctracer;

/// Is given the records of a pool.
@FunctionalInterface
public interface RecordHandler {
    /// Thread rule: called on the pool's own thread, once at a time. Nothing is dropped: while this runs
    /// and the pool's other buffer is full, the program waits. What it throws is counted and said once.
    ///
    /// @param records valid until this returns
    void onRecords(RecordBatch records);
}
