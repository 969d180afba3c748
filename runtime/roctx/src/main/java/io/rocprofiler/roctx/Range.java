package io.rocprofiler.roctx;

/// A range of time that ends when it is closed. Closing it again has no effect.
///
/// Thread rule: the thread that created it. If another thread closes a range of a platform thread, the range stays
/// open, because only its own thread can end it, and a warning is printed once; [Roctx#start] creates ranges that
/// any thread can end.
public final class Range implements AutoCloseable {
    /// A range without a listener, and the state of closed ranges.
    static final Range SILENT = new Range(Library.NONE, Library.SILENT);

    private final Library library;
    private final Thread owner = Thread.currentThread();
    private long open;

    /// @param open the result of [Library#begin]
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
