package io.rocprofiler.jfr;

/// An event of a call that has begun.
interface CallEvent {
    void begin();

    void end();

    boolean shouldCommit();

    /// Sets the fields and commits.
    void finish(String name, long returned, long id, long ancestor);
}
