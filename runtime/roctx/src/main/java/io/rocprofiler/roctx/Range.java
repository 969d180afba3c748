package io.rocprofiler.roctx;

/// A range of time that ends when this is closed. Closing it again does nothing.
///
/// Thread rule: for the thread that made it. Closed by another one, a range of a platform thread stays
/// open, as only that thread can end it, and this is said once; [Roctx#start] makes ranges that any thread
/// can end.
public final class Range implements AutoCloseable {
    /// One that nobody has heard of. Also what all are when they are closed.
    static final Range SILENT = new Range(Library.NONE, Library.SILENT);

    private final Library library;
    private final Thread owner = Thread.currentThread();
    private long open;

    /// @param open what [Library#begin] has returned
    Range(Library library, long open) {
        this.library = library;
        this.open = open;
    }

    @Override
    public void close() {
        long ends = open;
        if (ends == Library.SILENT) return;
        if (ends == Library.PUSHED && !Thread.currentThread().equals(owner)) {
            Messages.warnOnce("a range was closed on another thread than it was begun on, and stays open");
            return;
        }
        open = Library.SILENT;
        library.end(ends);
    }
}
