package io.rocprofiler.sdk.internal.buffer;

/// A piece of a buffer that is filled and delivered as a whole. A buffer has two, or more after an emergency.
///
/// Life: cleared, opened, filled by writers, closed, collected, cleared again. Thread rule: all methods under the
/// buffer's lock, except [#collect] and [#clear], which belong to the delivering thread while the half is closed.
sealed interface BufferHalf permits SharedHalf, StretchedHalf {
    void open();

    /// No claim succeeds after this; those that succeeded before may still be uncommitted.
    void close();

    /// Whether anything was claimed since it was opened.
    boolean used();

    /// Adds all records in order, waiting for those that are claimed and not yet committed.
    ///
    /// @param patienceNanos how long to wait for one record
    /// @return how many claimed records never came; the memory must then not be reused, because they still might
    long collect(RecordHeaders into, long patienceNanos);

    /// Zeroes what was used, so that no old record looks committed.
    void clear();

    void free();
}
