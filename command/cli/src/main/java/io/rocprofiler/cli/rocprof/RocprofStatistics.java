package io.rocprofiler.cli.rocprof;

import io.rocprofiler.cli.journal.TextFile;
import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Computes the statistics of `rocprof --stats` from the lines of its traces.
final class RocprofStatistics {

    private static final Pattern CALL = Pattern.compile("(\\d+):(\\d+) \\d+:\\d+ ([^(]+)\\(.*");
    private static final Pattern WORK = Pattern.compile("(\\d+):(\\d+) -?\\d+:\\d+ (.*):\\d+:\\d+");
    private static final Pattern COPY = Pattern.compile("(\\d+):(\\d+) (async-copy):\\d+:\\d+");

    private static final String HIP = "hip_stats.csv";
    private static final String HSA = "hsa_stats.csv";
    private static final String KERNELS = "stats.csv";
    private static final String COPIES = "copy_stats.csv";

    /// All files with statistics.
    static final List<String> NAMES = List.of(HIP, HSA, KERNELS, COPIES);

    private static final String HEADER = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"";

    private final Map<String, long[]> rows = new HashMap<>(); // calls, nanoseconds

    private RocprofStatistics() {}

    /// Writes a file for each type of work in the run.
    ///
    /// @return the files that were written
    static List<Path> write(RocprofFiles files) throws IOException {
        Predicate<String> copies = name -> name.startsWith("Copy") || name.equals("async-copy");
        List<Path> written = new ArrayList<>();
        write(files, HIP, name -> true, written, new Source(TextFile.HIP_CALLS, CALL));
        write(files, HSA, name -> true, written, new Source(TextFile.HSA_CALLS, CALL));
        Source work = new Source(TextFile.GPU_WORK, WORK);
        write(files, KERNELS, copies.negate(), written, work);
        write(files, COPIES, copies, written, work, new Source(TextFile.COPIES, COPY));
        return written;
    }

    /// @param pattern its groups are begin, end and name
    private record Source(TextFile file, Pattern pattern) {}

    private static void write(
            RocprofFiles files, String name, Predicate<String> wanted, List<Path> written, Source... sources)
            throws IOException {
        RocprofStatistics statistics = new RocprofStatistics();
        for (Source source : sources) {
            Path path = files.result(source.file().fileName());
            if (Files.exists(path)) {
                statistics.read(path, source.pattern(), wanted);
            }
        }
        Path result = files.result(name);
        if (!statistics.rows.isEmpty()) {
            NewFile.write(result, (String.join("\n", statistics.lines()) + "\n").getBytes(StandardCharsets.ISO_8859_1));
            written.add(result);
        }
    }

    /// Reads names as bytes: names of kernels and messages come from the program.
    private void read(Path path, Pattern pattern, Predicate<String> wanted) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.matches() && wanted.test(matcher.group(3))) {
                    long[] row = rows.computeIfAbsent(matcher.group(3), key -> new long[2]);
                    row[0]++;
                    row[1] += Math.max(0, Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1)));
                }
            }
        }
    }

    private List<String> lines() {
        long all = rows.values().stream().mapToLong(row -> row[1]).sum();
        List<String> lines = new ArrayList<>(List.of(HEADER));
        rows.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, long[]>>comparingLong(entry -> -entry.getValue()[1])
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> lines.add(line(entry.getKey(), entry.getValue(), all)));
        return lines;
    }

    private static String line(String name, long[] row, long all) {
        double percentage = all == 0 ? 0 : 100.0 * row[1] / all;
        return String.format(
                Locale.ROOT,
                "\"%s\",%d,%d,%d,%.4f",
                name.replace("\"", "\"\""),
                row[0],
                row[1],
                row[1] / row[0],
                percentage);
    }
}
