package io.rocprofiler.trace;

/// What became of what was meant to be recorded.
///
/// `submitted = committed + dropped + in flight`: in flight is what had begun but was not published, because the
/// process ended inside the call, inside the range, or between the call's end and its record.
///
/// @param submitted records that were intended: records of domains, texts, notes that a range began, ends of ranges,
/// code
///   objects and kernels
/// @param committed records that are whole, of all kinds
/// @param recorded records of domains among them: calls, markers, GPU work
/// @param incomplete records that were begun, never published, and therefore not read
/// @param dropped records given up because there was no memory or no disk
public record Counts(long submitted, long committed, long recorded, long incomplete, long dropped) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /// Never negative: a writer that does not count what it submits leaves nothing to say.
    public long inFlight() {
        return Math.max(incomplete, submitted - committed - dropped);
    }

    public Counts plus(Counts other) {
        return new Counts(
                submitted + other.submitted,
                committed + other.committed,
                recorded + other.recorded,
                incomplete + other.incomplete,
                dropped + other.dropped);
    }

    /// True when the trace does not hold everything that began.
    public boolean lossy() {
        return inFlight() > 0 || dropped > 0;
    }

    /// In words, where some of what began was left by an exception or `longjmp`.
    public String describe(long abandoned) {
        long left = Math.min(abandoned, inFlight());
        String words = "recorded " + recorded + ", in flight " + (inFlight() - left) + ", dropped " + dropped;
        return left == 0 ? words : words + ", left by an exception " + left;
    }

    @Override
    public String toString() {
        return describe(0);
    }
}
