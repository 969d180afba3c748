package io.rocprofiler.abi.internal;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The programs that start the processes of parallel jobs, and the variables in which they tell each process who it is.
///
/// Launchers run inside each other, and their variables are inherited: `mpirun` in a batch job of Slurm, workers of
/// `torchrun` on each node of `srun`. The innermost comes first here, and all that is said of a process is of the first
/// one that numbers it.
public final class Launchers {

    /// What a launcher tells a process: its number in the job, how many there are, its number on this machine.
    public enum Fact {
        RANK(RANK_COLUMN),
        SIZE(RANK_COLUMN + 1),
        LOCAL_RANK(RANK_COLUMN + 2);

        private final int column;

        Fact(int column) {
            this.column = column;
        }
    }

    /// The variables of each launcher, the innermost first: one that has to be there, because the others' names are
    /// common words; the rank; the size; the local rank; `-` where there is none.
    ///
    /// The compiler copies this constant into the classes that use it: the collector may be in a module that cannot
    /// read this package.
    public static final String VARIABLES = """
            TORCHELASTIC_RUN_ID RANK WORLD_SIZE LOCAL_RANK
            - OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_LOCAL_RANK
            - MV2_COMM_WORLD_RANK MV2_COMM_WORLD_SIZE MV2_COMM_WORLD_LOCAL_RANK
            - PMI_RANK PMI_SIZE MPI_LOCALRANKID
            - PMIX_RANK - -
            - PALS_RANKID PALS_SIZE PALS_LOCAL_RANKID
            - FLUX_TASK_RANK FLUX_JOB_SIZE FLUX_TASK_LOCAL_ID
            - MPI_RANK MPI_SIZE -
            - MPI_RANKID MPI_NRANKS MPI_LOCALRANKID
            - SLURM_PROCID SLURM_NTASKS SLURM_LOCALID
            - MPI_LOCALRANKID MPI_LOCALNRANKS MPI_LOCALRANKID
            """;

    private static final int RANK_COLUMN = 1;

    private static final List<List<String>> JOBS = List.of(
            List.of("PMIX_NAMESPACE"),
            List.of("OMPI_MCA_ess_base_jobid"),
            List.of("PALS_APID"),
            List.of("FLUX_JOB_ID"),
            List.of("SLURM_JOB_ID", "SLURM_STEP_ID"),
            List.of("PMI_JOBID"),
            List.of("SLURM_JOB_ID"));

    private Launchers() {}

    /// Returns what the innermost launcher says, or where it does not tell, an outer one that gives the process the
    /// same number.
    ///
    /// @param environment returns a variable, null if it is not set
    /// @return a number, empty if nothing says it
    public static String value(Fact fact, Function<String, @Nullable String> environment) {
        String rank = "";
        for (String launcher : VARIABLES.split("\n")) {
            String[] names = launcher.split(" ");
            String given = number(names[RANK_COLUMN], environment);
            boolean isThere = names[0].equals("-") || environment.apply(names[0]) != null;
            if (isThere && !given.isEmpty() && (rank.isEmpty() || rank.equals(given))) {
                rank = given;
                String value = number(names[fact.column], environment);
                if (!value.isEmpty()) return value;
            }
        }
        return "";
    }

    private static String number(String variable, Function<String, @Nullable String> environment) {
        String value = environment.apply(variable);
        if (value == null || value.isEmpty() || value.length() > 9) return "";
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') return "";
        }
        return value;
    }

    /// Returns what tells the job from all others on the cluster, as the innermost launcher that numbers its jobs says;
    /// empty outside of jobs.
    public static String job(Function<String, @Nullable String> environment) {
        for (List<String> names : JOBS) {
            StringBuilder job = new StringBuilder();
            for (String name : names) {
                String value = environment.apply(name);
                if (value == null) {
                    job.setLength(0);
                    break;
                }
                job.append(job.isEmpty() ? "" : ".").append(value);
            }
            if (!job.isEmpty()) return job.toString();
        }
        return "";
    }
}
