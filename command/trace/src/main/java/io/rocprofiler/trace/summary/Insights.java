package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import java.util.List;

/// Insights into a run: GPU utilization, launch delays, idle times, the cost of tracing, and losses. Computed in
/// one pass by [InsightsBuilder].
///
/// @param startNanos of the first record shown, CLOCK_BOOTTIME; 0 if there is none
/// @param endNanos of the record that ended last
/// @param agents every GPU, if any GPU work was recorded
/// @param ranges by name, the longest first
/// @param waits of calls, the longest first
/// @param copies by direction and agents
/// @param launches how long kernels and copies waited, by agent
/// @param agentGaps the five longest idle times of each agent, the longest first
/// @param queueGaps the five longest times between two kernels of each queue, the longest first
/// @param costs the cost of recording, by domain
/// @param threads the number of threads that recorded something
/// @param losses by process; only processes with losses
/// @param lanes durations by name, and what streams, threads and processes did
public record Insights(
        long startNanos,
        long endNanos,
        List<AgentUse> agents,
        List<RangeUse> ranges,
        List<Wait> waits,
        List<Copies> copies,
        List<LaunchDelay> launches,
        List<Gap> agentGaps,
        List<Gap> queueGaps,
        List<Cost> costs,
        int threads,
        List<Loss> losses,
        List<InsightTable> lanes) {

    /// The use of one GPU. Times are lengths of unions of intervals: two concurrent kernels count once.
    ///
    /// @param busyNanos with a kernel or a copy
    /// @param overlapNanos with a kernel and a copy
    public record AgentUse(
            String agent,
            long kernels,
            long copies,
            long kernelNanos,
            long copyNanos,
            long overlapNanos,
            long busyNanos) {}

    /// The ranges of one name.
    ///
    /// @param own without the ranges inside
    public record RangeUse(String name, long count, RangeTimes inclusive, RangeTimes own) {}

    /// The times of ranges.
    ///
    /// @param gpuNanos in which work that was launched in them ran, whenever; work at the same time counts once
    /// @param idleNanos in them, in which the process had no work on any GPU
    /// @param waitNanos in them, in calls that wait for a GPU
    public record RangeTimes(long nanos, long gpuNanos, long idleNanos, long waitNanos) {}

    /// Calls that waited for the end of the same kernel or type of copy.
    ///
    /// @param what ended last during the call; empty if nothing did
    /// @param idleNanos in which the process had no work on any GPU
    public record Wait(String call, String what, long count, long nanos, long idleNanos) {}

    /// Copies in one direction between two agents.
    public record Copies(String direction, String source, String destination, long count, long bytes, long nanos) {

        /// Bytes per nanosecond: gigabytes per second.
        public double bandwidth() {
            return nanos == 0 ? 0 : (double) bytes / nanos;
        }
    }

    /// Nanoseconds from the start of the call that submitted work to the start of the work.
    ///
    /// @param work `kernels` or `copies`
    /// @param count the pieces of work whose call is known; if 0, all numbers are 0
    /// @param unknown the pieces of work whose call was not recorded, or lies more than two million calls back
    public record LaunchDelay(
            String agent, String work, long count, long unknown, double mean, long p50, long p90, long p99, long max) {}

    /// A time in which nothing ran.
    ///
    /// @param where an agent, or an agent and its queue
    /// @param before the work that ended last, or the start of the run
    /// @param after the work that came next, or the end of the run
    public record Gap(String where, long startNanos, long endNanos, String before, String after) {

        public long nanos() {
            return endNanos - startNanos;
        }
    }

    /// The estimated cost of the records of a domain for the threads that made them.
    public record Cost(Domain domain, long records, long nanosEach) {

        public long nanos() {
            return records * nanosEach;
        }
    }

    /// The losses of a process.
    ///
    /// @param untraced the number of calls not traced by design
    public record Loss(long pid, Counts counts, long abandoned, long untraced) {}

    public long spanNanos() {
        return endNanos - startNanos;
    }

    /// Returns the insights as tables, without empty ones.
    public List<InsightTable> tables() {
        return InsightTables.of(this);
    }
}
