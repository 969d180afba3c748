package io.rocprofiler.roctx;

/// Stands for the ROC-TX library where Java cannot call it: before Java 22.
final class Library {
    /// The result of beginning a range without a listener.
    static final long SILENT = 0;

    /// A pushed range. There is none here.
    static final long PUSHED = -1;

    static final Library NONE = new Library();

    private Library() {}

    /// Ends a range, which nobody listens to.
    void end(long range) {}
}
