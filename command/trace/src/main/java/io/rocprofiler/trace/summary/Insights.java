package io.rocprofiler.trace.summary;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Records;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.problem.Counts;
import java.util.List;
import java.util.Set;

/// What a person asks next: how busy the GPUs were, how long work waited for them, what lies idle, what tracing cost
/// and what is missing. Made in one pass by [InsightsBuilder].
///
/// @param startNanos of the first record that was shown, CLOCK_BOOTTIME; 0 if there was none
/// @param endNanos of the record that ended last
/// @param agents every GPU, if any GPU work was recorded
/// @param launches how long kernels and copies waited, by agent
/// @param agentGaps the longest times in which an agent had nothing to do, five for each, the longest first
/// @param queueGaps the longest times between two kernels of a queue, five for each, the longest first
/// @param costs what recording cost, by domain
/// @param threads how many threads recorded something
/// @param losses what has no record, by process; only processes that lost something
public record Insights(
        long startNanos,
        long endNanos,
        List<AgentUse> agents,
        List<LaunchDelay> launches,
        List<Gap> agentGaps,
        List<Gap> queueGaps,
        List<Cost> costs,
        int threads,
        List<Loss> losses) {

    /// What one GPU did. Times are lengths of the union of intervals: two kernels at once count once.
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

    /// Nanoseconds from the beginning of the call that submitted work to the work's own beginning.
    ///
    /// @param work `kernels` or `copies`
    /// @param count pieces of work whose call is known; without one, all the numbers are 0
    /// @param unknown pieces of work whose call was not recorded, or more than two million calls before
    public record LaunchDelay(
            String agent, String work, long count, long unknown, double mean, long p50, long p90, long p99, long max) {}

    /// A time in which nothing ran.
    ///
    /// @param where an agent, or an agent and its queue
    /// @param before what had ended last, or that the run began
    /// @param after what came then, or that the run ended
    public record Gap(String where, long startNanos, long endNanos, String before, String after) {

        public long nanos() {
            return endNanos - startNanos;
        }
    }

    /// What the records of a domain are estimated to have cost the threads that made them.
    public record Cost(Domain domain, long records, long nanosEach) {

        public long nanos() {
            return records * nanosEach;
        }
    }

    /// What a process has no record of.
    ///
    /// @param untraced calls that were not traced on purpose
    public record Loss(long pid, Counts counts, long abandoned, long untraced) {}

    /// Reads all records once.
    public static Insights of(List<ProcessTrace> processes, Display display) {
        InsightsBuilder builder = new InsightsBuilder(processes, display);
        Records.forEach(processes, Set.of(Domain.values()), builder::add);
        return builder.build();
    }

    public long spanNanos() {
        return endNanos - startNanos;
    }

    /// All of it as tables; those that have nothing to say are left out.
    public List<InsightTable> tables() {
        return InsightTables.of(this);
    }
}
