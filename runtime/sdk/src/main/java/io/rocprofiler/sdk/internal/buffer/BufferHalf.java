package io.rocprofiler.sdk.internal.buffer;

/// A part of a buffer that is filled and delivered as a whole. A buffer has two, or more if a callback thread
/// needed room.
///
/// Lifecycle: cleared, opened, filled by writers, closed, collected, cleared again. Thread rule: all methods under
/// the buffer's lock, except those that only the delivering thread calls, for a half that it has taken from the others:
/// [#close], [#collect] and [#clear].
sealed interface BufferHalf permits SharedHalf, StretchedHalf {
    void open();

    /// Rejects further claims; earlier claims may still be uncommitted. Once, before it is collected.
    void close();

    /// Whether it has received a claim since it was opened.
    boolean used();

    /// Whether several threads write, and some will soon have filled what they have taken.
    boolean isSettling();

    /// Adds all records in the order of their claims, or of each thread's claims and retirements of correlation ids
    /// last. Waits for those that are claimed and not yet committed.
    ///
    /// @param patienceNanos how long to wait for one record
    /// @return the number of claimed records that were not committed in time; the memory must then not be reused,
    /// because their writers may still commit
    long collect(RecordHeaders into, long patienceNanos);

    /// Zeroes the memory that was used, or leaves that to the writers who claim it next: no old record looks committed.
    ///
    /// @param hasTime whether no writer will soon wait for the half
    /// @param patienceNanos how long to wait for writers who zero it
    /// @return false if the half must not be opened again
    boolean clear(boolean hasTime, long patienceNanos);

    void free();
}
