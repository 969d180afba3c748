package io.rocprofiler.trace.problem;

/// The counts of what was to be recorded.
///
/// `submitted = recorded + dropped + in flight`, counted in calls, marks, ranges, kernels, copies and allocations.
/// In flight is what had begun and has no record, because the process ended inside the call, the range or the work,
/// because an exception left the call, or because the process was killed between the call's end and its record.
///
/// @param submitted the number that began and was to be recorded
/// @param recorded the number with a record
/// @param dropped the number lost because memory or disk space ran out
public record Counts(long submitted, long recorded, long dropped) {

    public static final Counts NONE = new Counts(0, 0, 0);

    /// The number in flight; 0 if the writer did not count submissions.
    public long inFlight() {
        return Math.max(0, submitted - recorded - dropped);
    }

    public Counts plus(Counts other) {
        return new Counts(submitted + other.submitted, recorded + other.recorded, dropped + other.dropped);
    }

    /// Whether the trace lacks anything that began.
    public boolean lossy() {
        return inFlight() > 0 || dropped > 0;
    }

    /// Describes the counts in words, given the number of calls that an exception or `longjmp` left.
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
