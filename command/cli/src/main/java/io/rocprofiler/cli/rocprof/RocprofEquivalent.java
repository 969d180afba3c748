package io.rocprofiler.cli.rocprof;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Builds the `rocprofv3` command line that is equivalent to a `rocprof` command line.
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

    /// Returns the given options of `rocprof` without a counterpart in `rocprofv3`.
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
            without.add("--flush-rate"); // its files are readable at any moment
        }
        return without;
    }
}
