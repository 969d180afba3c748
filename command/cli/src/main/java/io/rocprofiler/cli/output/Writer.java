package io.rocprofiler.cli.output;

import java.util.List;
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

    // Open MPI and everything on PMIx, Slurm, MPICH and Intel MPI (PMI), Flux, PALS, MVAPICH.
    private static final List<String> RANKS = List.of(
            "OMPI_COMM_WORLD_RANK",
            "PMIX_RANK",
            "PMI_RANK",
            "SLURM_PROCID",
            "FLUX_TASK_RANK",
            "PALS_RANKID",
            "MV2_COMM_WORLD_RANK",
            "MPI_RANK",
            "MPI_RANKID");
    private static final List<String> SIZES = List.of(
            "OMPI_COMM_WORLD_SIZE",
            "PMI_SIZE",
            "SLURM_NTASKS",
            "FLUX_JOB_SIZE",
            "PALS_SIZE",
            "MV2_COMM_WORLD_SIZE",
            "MPI_SIZE",
            "MPI_NRANKS");
    private static final List<List<String>> JOBS = List.of(
            List.of("PMIX_NAMESPACE"),
            List.of("OMPI_MCA_ess_base_jobid"),
            List.of("SLURM_JOB_ID", "SLURM_STEP_ID"),
            List.of("FLUX_JOB_ID"),
            List.of("PALS_APID"),
            List.of("PMI_JOBID"),
            List.of("SLURM_JOB_ID"));

    /// Returns this command.
    ///
    /// @param environment the environment in which the user started it
    public static Writer of(Map<String, String> environment) {
        long rank = number(environment, RANKS, -1);
        long size = Math.max(1, number(environment, SIZES, 1));
        long started = Long.getLong(STARTED, System.currentTimeMillis());
        return new Writer(started, job(environment), size > 1 ? rank : -1, size);
    }

    private static String job(Map<String, String> environment) {
        for (List<String> names : JOBS) {
            if (environment.keySet().containsAll(names)) {
                return String.join(".", names.stream().map(environment::get).toList())
                        .replaceAll("\\s+", "_");
            }
        }
        return "";
    }

    private static long number(Map<String, String> environment, List<String> names, long otherwise) {
        for (String name : names) {
            String value = environment.getOrDefault(name, "");
            if (value.matches("\\d{1,9}")) {
                return Long.parseLong(value);
            }
        }
        return otherwise;
    }
}
