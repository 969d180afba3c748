package io.rocprofiler.cli.options;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The place of this process in a parallel program, as its launcher says in two environment variables
/// (`rocprofv3.py` of rocprofiler-sdk 1.4.1).
///
/// @param rankVariable the variable that has the rank
/// @param sizeVariable the variable that has the number of ranks
public record MpiRank(long rank, long size, String rankVariable, String sizeVariable) {

    /// The launchers' variables; the first pair that is set counts.
    private static final List<List<String>> LAUNCHERS = List.of(
            List.of("PBS_NODENUM", "PBS_O_TASKNUM"),
            List.of("SLURM_PROCID", "SLURM_NTASKS"),
            List.of("PMI_RANK", "PMI_SIZE"),
            List.of("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
            List.of("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            List.of("MPI_RANKID", "MPI_NRANKS"),
            List.of("MPI_LOCALRANKID", "MPI_LOCALNRANKS"),
            List.of("MPI_RANK", "MPI_SIZE"));

    private static final String NUMBER = "\\d{1,9}";

    /// Returns the rank that the options' variables or a launcher's tell, null if none does.
    public static @Nullable MpiRank of(ParsedOptions options) {
        String rank = options.text(Option.MPI_WORLD_RANK_VARIABLE, "");
        String size = options.text(Option.MPI_WORLD_SIZE_VARIABLE, "");
        List<List<String>> pairs = rank.isEmpty() ? LAUNCHERS : List.of(List.of(rank, size));
        Map<String, String> environment = options.environment();
        for (List<String> pair : pairs) {
            String ranks = environment.getOrDefault(pair.getFirst(), "");
            String sizes = environment.getOrDefault(pair.getLast(), "");
            if (ranks.matches(NUMBER) && sizes.matches(NUMBER)) {
                return new MpiRank(Long.parseLong(ranks), Long.parseLong(sizes), pair.getFirst(), pair.getLast());
            }
        }
        return null;
    }

    /// Refuses options about ranks that make no sense.
    static void check(ParsedOptions options) {
        boolean hasRank = !options.text(Option.MPI_WORLD_RANK_VARIABLE, "").isEmpty();
        boolean hasSize = !options.text(Option.MPI_WORLD_SIZE_VARIABLE, "").isEmpty();
        if (hasRank != hasSize) {
            throw Refusals.refused(
                    "--mpi-world-rank-variable and --mpi-world-size-variable belong together: give both or neither");
        }
        isRecorded(options);
    }

    /// Whether this process is to be recorded: one of the ranks that were asked for, or one whose rank is unknown.
    ///
    /// @throws io.rocprofiler.cli.console.CommandException if the ranks make no sense
    public static boolean isRecorded(ParsedOptions options) {
        String ranks = options.text(Option.PROFILE_MPI_RANKS, "");
        MpiRank own = of(options);
        if (ranks.isEmpty()) {
            return true;
        }
        boolean isSelected = own == null;
        for (String part : ranks.split(",", -1)) {
            String range = part.strip();
            if (!range.matches(NUMBER + "(-" + NUMBER + ")?")) {
                throw Refusals.refused("--profile-mpi-ranks: '" + range + "' is neither a rank nor a range like 0-3");
            }
            String[] ends = range.split("-");
            long first = Long.parseLong(ends[0]);
            long last = Long.parseLong(ends[ends.length - 1]);
            if (first > last) {
                throw Refusals.refused("--profile-mpi-ranks: '" + range + "' ends before it begins");
            }
            if (own != null && last >= own.size) {
                throw Refusals.refused(
                        "--profile-mpi-ranks: there is no rank " + last + "; the valid range is 0-" + (own.size - 1));
            }
            isSelected |= own != null && own.rank >= first && own.rank <= last;
        }
        return isSelected;
    }
}
