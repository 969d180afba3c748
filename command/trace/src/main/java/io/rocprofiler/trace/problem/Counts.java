package io.rocprofiler.trace.problem;

/// What became of what was meant to be recorded.
///
/// `submitted = recorded + dropped + in flight`, in what people count: calls, marks, ranges, kernels, copies,
/// allocations. In flight is what had begun and has no record, because the process ended inside the call, the range
/// or the work, because an exception left the call, or because the process was killed between the call's end and
/// its record.
///
/// @param submitted what had begun and was to be recorded
/// @param recorded what has its record
/// @param dropped what was given up because there was no memory or no disk
public record Counts(long submitted, long recorded, long dropped) {

    public static final Counts NONE = new Counts(0, 0, 0);

    /// Never negative: a writer that does not count what it submits leaves nothing to say.
    public long inFlight() {
        return Math.max(0, submitted - recorded - dropped);
    }

    public Counts plus(Counts other) {
        return new Counts(submitted + other.submitted, recorded + other.recorded, dropped + other.dropped);
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
