package io.rocprofiler.roctracer;

/// A number chosen by the program for the records of one thread, until this is closed.
///
/// Thread rule: the platform thread that created it.
public final class ExternalId implements AutoCloseable {
    private final Thread owner = Thread.currentThread();
    private final long id;
    private boolean closed;

    /// roctracer_status_t roctracer_activity_push_external_correlation_id(activity_correlation_id_t id)
    ExternalId(long id) {
        if (owner.isVirtual())
            throw new IllegalStateException("thread=" + owner + " is virtual: its calls are on changing threads");
        this.id = id;
        Library.process().check("roctracer_activity_push_external_correlation_id", id, 0, 0, 0);
    }

    /// {@return the number}
    public long id() {
        return id;
    }

    /// Ends the scope of the number; closing it again has no effect.
    ///
    /// roctracer_status_t roctracer_activity_pop_external_correlation_id(activity_correlation_id_t* last_id)
    ///
    /// @throws IllegalStateException on a thread other than the one that created it
    @Override
    public void close() {
        if (closed) return;
        if (!Thread.currentThread().equals(owner))
            throw new IllegalStateException("thread=" + Thread.currentThread() + " is not " + owner);
        closed = true;
        Library.process().check("roctracer_activity_pop_external_correlation_id", 0, 0, 0, 0);
    }
}
