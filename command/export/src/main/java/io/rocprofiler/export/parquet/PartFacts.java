package io.rocprofiler.export.parquet;

/// What a process does not know of itself, and the command that ran it does.
///
/// @param run the name of the run; the same for all ranks of a job
/// @param clockReference identifies the clock that the offset leads to; empty if nothing was measured
/// @param clockOffsetNanos to add to times for those of that clock, at the start of the process
/// @param clockErrorNanos by how much the offset may be wrong
/// @param clockDriftPpb by how much the offset grows, in nanoseconds per second
public record PartFacts(
        String run, String clockReference, long clockOffsetNanos, long clockErrorNanos, long clockDriftPpb) {

    /// Returns the facts of a process whose clock was not compared with another one.
    public static PartFacts of(String run) {
        return new PartFacts(run, "", 0, 0, 0);
    }
}
