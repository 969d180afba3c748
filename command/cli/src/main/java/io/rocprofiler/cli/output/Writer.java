package io.rocprofiler.cli.output;

import io.rocprofiler.abi.internal.Launchers;
import java.util.Map;

/// A command that writes outputs, and its place in a parallel job.
///
/// @param startMillis when the command was started, in milliseconds since 1970
/// @param job identifies the parallel job on the cluster; empty if unknown
/// @param rank its number in the job, -1 for none
/// @param size the number of ranks in the job, 1 without a job
public record Writer(long startMillis, String job, long rank, long size) {

    /// The property with the time at which the user started the command, which the kernel tells only to a second.
    private static final String STARTED = "rocprofiler.started";

    /// Returns this command.
    ///
    /// @param environment the environment in which the user started it
    public static Writer of(Map<String, String> environment) {
        long rank = number(Launchers.Fact.RANK, environment, -1);
        long size = Math.max(1, number(Launchers.Fact.SIZE, environment, 1));
        long started = Long.getLong(STARTED, System.currentTimeMillis());
        return new Writer(started, Launchers.job(environment::get).replaceAll("\\s+", "_"), size > 1 ? rank : -1, size);
    }

    private static long number(Launchers.Fact fact, Map<String, String> environment, long otherwise) {
        String value = Launchers.value(fact, environment::get);
        return value.isEmpty() ? otherwise : Long.parseLong(value);
    }
}
