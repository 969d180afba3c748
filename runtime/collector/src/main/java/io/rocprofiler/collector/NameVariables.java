package io.rocprofiler.collector;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records the variables in which processes of a run may differ: the rank in a parallel program, and the variables
/// used in names of output files. No others are written, because an environment may hold secrets.
final class NameVariables {
    /// The variables of ranks; the first that is set counts. AMD's come first, in AMD's order.
    private static final String[] RANKS = {
        "SLURM_PROCID",
        "MPI_RANK",
        "MPI_LOCALRANKID",
        "MPI_RANKID",
        "MV2_COMM_WORLD_RANK",
        "OMPI_COMM_WORLD_RANK",
        "PMIX_RANK",
        "PMI_RANK"
    };

    private static final String[] SIZES = {
        "MPI_SIZE",
        "MPI_LOCALNRANKS",
        "MPI_NRANKS",
        "MV2_COMM_WORLD_SIZE",
        "OMPI_COMM_WORLD_SIZE",
        "PMI_SIZE",
        "SLURM_NTASKS"
    };

    private static final String[] LOCAL_RANKS = {
        "SLURM_LOCALID", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK"
    };

    private static final String[] NAMES = {"ROCPROF_OUTPUT_PATH", "ROCPROF_OUTPUT_FILE_NAME"};

    private NameVariables() {}

    /// Returns keys of `process.properties` and their values.
    static Map<String, String> of(Environment environment) {
        Map<String, String> values = new LinkedHashMap<>();
        putFirst(values, "rank", environment, RANKS);
        putFirst(values, "size", environment, SIZES);
        putFirst(values, "local_rank", environment, LOCAL_RANKS);
        putFirst(values, "job", environment, "SLURM_JOB_ID");
        for (String name : NAMES) mentioned(environment.get(name), environment, values);
        return values;
    }

    private static void putFirst(Map<String, String> values, String key, Environment environment, String... variables) {
        for (String variable : variables) {
            String value = environment.get(variable);
            if (value != null && !value.isEmpty()) {
                values.put(key, value);
                return;
            }
        }
    }

    /// Adds the variables mentioned as `%env{X}%`, `$ENV{X}` or `%q{X}`.
    private static void mentioned(@Nullable String text, Environment environment, Map<String, String> values) {
        if (text == null) return;
        int open = text.indexOf('{');
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) return;
            boolean variable = text.regionMatches(true, open - 3, "env", 0, 3) || text.startsWith("%q", open - 2);
            String name = text.substring(open + 1, close);
            String value = variable ? environment.get(name) : null;
            if (value != null) values.put("env." + name, value);
            open = text.indexOf('{', close);
        }
    }
}
