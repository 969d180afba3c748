package io.rocprofiler.cli.rocprof;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What to type for `rocprofv3` to do what a `rocprof` command line does.
final class RocprofEquivalent {

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private RocprofEquivalent() {}

    static String of(RocprofOptions options) {
        Set<String> words = new LinkedHashSet<>();
        boolean statisticsAlone = options.stats && !options.hip && !options.hsa && !options.system && !options.roctx;
        if (options.hip || options.system || statisticsAlone) {
            words.add("--hip-trace");
        }
        if (options.hsa || options.system) {
            words.add("--hsa-trace");
        }
        if (options.hip || options.system || statisticsAlone) {
            words.add("--kernel-trace");
        }
        if (options.hip || options.hsa || options.system || statisticsAlone) {
            words.add("--memory-copy-trace");
        }
        words.add("--marker-trace");
        if (options.stats) {
            words.add("--stats");
        }
        if (Boolean.TRUE.equals(options.basenames)) {
            words.add("--truncate-kernels");
        }
        String output = RocprofFiles.prefix(options.output);
        return "rocprofv3 " + String.join(" ", words) + " -o " + quoted(output) + " -- "
                + options.program.stream().map(RocprofEquivalent::quoted).collect(Collectors.joining(" "));
    }

    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// Options of `rocprof` that `rocprofv3` has no counterpart for, as they were given.
    static List<String> without(RocprofOptions options) {
        List<String> without = new java.util.ArrayList<>();
        if (options.input != null) {
            without.add("-i");
        }
        if (Boolean.FALSE.equals(options.start)) {
            without.add("--trace-start");
        }
        if (options.period != null) {
            without.add("--trace-period");
        }
        if (options.flushRate != null) {
            without.add("--flush-rate"); // its files can be read at any moment
        }
        return without;
    }
}
