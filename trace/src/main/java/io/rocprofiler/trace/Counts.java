package io.rocprofiler.trace;

/// What became of the calls that were meant to be recorded.
///
/// `submitted = recorded + dropped + in flight`: a call is in flight when it had begun but not been
/// recorded, because the process ended inside it or between its end and its record.
///
/// @param submitted calls that began and intended a record
/// @param recorded API records that are whole
/// @param incomplete records that were begun, never published, and therefore not read
/// @param dropped records given up because there was no memory or no disk
public record Counts(long submitted, long recorded, long incomplete, long dropped) {

    public static final Counts NONE = new Counts(0, 0, 0, 0);

    /// Never negative: a writer that does not count what it submits leaves nothing to say.
    public long inFlight() {
        return Math.max(incomplete, submitted - recorded - dropped);
    }

    public Counts plus(Counts other) {
        return new Counts(
                submitted + other.submitted,
                recorded + other.recorded,
                incomplete + other.incomplete,
                dropped + other.dropped);
    }

    /// True when the trace does not hold every call that began.
    public boolean lossy() {
        return inFlight() > 0 || dropped > 0;
    }

    @Override
    public String toString() {
        return "recorded " + recorded + ", in flight " + inFlight() + ", dropped " + dropped;
    }
}
