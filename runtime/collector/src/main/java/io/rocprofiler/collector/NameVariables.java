package io.rocprofiler.collector;

import io.rocprofiler.abi.internal.Launchers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records the variables in which processes of a run may differ: those in which launchers tell the rank in a parallel
/// program, and those used in names of output files. No others are written, because an environment may hold secrets.
final class NameVariables {
    private static final String[] NAMES = {"ROCPROF_OUTPUT_PATH", "ROCPROF_OUTPUT_FILE_NAME"};

    private NameVariables() {}

    /// Returns keys of `process.properties` and their values.
    static Map<String, String> of(Environment environment) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String name : Launchers.VARIABLES.split("\\s+")) put(name, environment, values);
        String job = environment.get("SLURM_JOB_ID");
        if (job != null && !job.isEmpty()) values.put("job", job);
        for (String name : NAMES) mentioned(environment.get(name), environment, values);
        return values;
    }

    private static void put(String name, Environment environment, Map<String, String> values) {
        String value = environment.get(name);
        if (value != null) values.put("env." + name, value);
    }

    /// Adds the variables mentioned as `%env{X}%`, `$ENV{X}` or `%q{X}`.
    private static void mentioned(@Nullable String text, Environment environment, Map<String, String> values) {
        if (text == null) return;
        int open = text.indexOf('{');
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) return;
            boolean variable = text.regionMatches(true, open - 3, "env", 0, 3) || text.startsWith("%q", open - 2);
            if (variable) put(text.substring(open + 1, close), environment, values);
            open = text.indexOf('{', close);
        }
    }
}
