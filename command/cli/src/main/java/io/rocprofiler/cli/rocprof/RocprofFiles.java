package io.rocprofiler.cli.rocprof;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files of each process of a `rocprof` run, and the files combined from them: `results.hip_api_trace.txt` has
/// the lines of all `<pid>_hip_api_trace.txt`.
final class RocprofFiles {

    static final String HIP_CALLS = "hip_api_trace.txt";
    static final String HSA_CALLS = "hsa_api_trace.txt";
    static final String GPU_WORK = "hcc_ops_trace.txt";
    static final String COPIES = "async_copy_trace.txt";

    /// What a process writes when it begins.
    private static final List<String> BEGINNINGS = List.of("begin_ts_file.txt", "hsa_handles.txt");

    /// All files that the tracer tool's plugin writes.
    private static final List<String> NAMES = List.of(
            "begin_ts_file.txt",
            "hsa_handles.txt",
            "roctx_trace.txt",
            HSA_CALLS,
            HIP_CALLS,
            GPU_WORK,
            COPIES,
            "pcs_trace.txt");

    private final Path data;
    private final Path writer;
    private final Path prefix;

    /// @param data the directory with the files of the processes
    /// @param writer the program that writes the lines of journals
    /// @param prefix the directory of the run's files, which exists, and the beginning of their names
    RocprofFiles(Path data, Path writer, Path prefix) {
        this.data = data;
        this.writer = writer;
        this.prefix = prefix;
    }

    static String prefix(String output) {
        return output.endsWith(".csv") ? output.substring(0, output.length() - ".csv".length()) : output;
    }

    /// Returns the path of a file of the run.
    Path result(String name) {
        return prefix.resolveSibling(prefix.getFileName() + "." + name);
    }

    /// Combines the files.
    ///
    /// @param temporary where the lines of journals are written meanwhile
    /// @return the files that were written, and what is missing in them
    Collected collect(Path temporary) throws IOException {
        Set<String> unwritten = RocprofJournals.processes(data);
        if (unwritten.isEmpty()) {
            return new Collected(combine(null, unwritten), List.of());
        }
        Path folder = Files.createTempDirectory(temporary, "rpl_lines_");
        try {
            List<String> missing = RocprofJournals.write(writer, data, folder);
            return new Collected(combine(folder, unwritten), missing);
        } finally {
            delete(folder);
        }
    }

    /// @param files modifiable
    /// @param missing a line each
    record Collected(List<Path> files, List<String> missing) {

        boolean whole() {
            return missing.isEmpty();
        }
    }

    /// @param lines the directory with the files of the processes that have not written them themselves
    private List<Path> combine(@Nullable Path lines, Set<String> unwritten) throws IOException {
        List<Path> written = new ArrayList<>();
        for (String name : NAMES) {
            List<Part> parts = new ArrayList<>(parts(data, name));
            if (!BEGINNINGS.contains(name)) {
                parts.removeIf(part -> unwritten.contains(part.process()));
            }
            if (lines != null) {
                parts.addAll(parts(lines, name));
            }
            parts.sort(Comparator.comparingLong(Part::pid).thenComparingLong(Part::image));
            Path result = result(name);
            if (!parts.isEmpty()) {
                concatenate(parts, result);
                written.add(result);
            }
        }
        return written;
    }

    /// A file of one process.
    ///
    /// @param image how many programs the process had executed before, without ending them
    private record Part(Path path, long pid, long image) {

        private static final Pattern PROCESS = Pattern.compile("(\\d{1,18})(?:\\.(\\d{1,9}))?");

        static @Nullable Part of(Path path, String name) {
            String file = path.getFileName().toString();
            if (!file.endsWith("_" + name)) {
                return null;
            }
            Matcher process = PROCESS.matcher(file.substring(0, file.length() - name.length() - 1));
            return process.matches()
                    ? new Part(
                            path,
                            Long.parseLong(process.group(1)),
                            process.group(2) == null ? 0 : Long.parseLong(process.group(2)))
                    : null;
        }

        String process() {
            return image == 0 ? Long.toString(pid) : pid + "." + image;
        }
    }

    private static List<Part> parts(Path folder, String name) throws IOException {
        List<Part> parts = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) {
                Part part = Part.of(path, name);
                if (part != null) {
                    parts.add(part);
                }
            }
        }
        return parts;
    }

    private static void concatenate(List<Part> parts, Path result) throws IOException {
        try (OutputStream out = NewFile.stream(result)) {
            for (Part part : parts) {
                Files.copy(part.path(), out);
            }
        }
    }

    /// Deletes the files of an earlier run that this one does not have.
    ///
    /// @param prefix of the run's files, which have their names
    static void deleteOthers(Path prefix, List<Path> written) throws IOException {
        Set<String> kept = new HashSet<>();
        written.forEach(file -> kept.add(String.valueOf(file.getFileName())));
        for (String name :
                Stream.concat(NAMES.stream(), RocprofStatistics.NAMES.stream()).toList()) {
            Path file = prefix.resolveSibling(prefix.getFileName() + "." + name);
            if (!kept.contains(String.valueOf(file.getFileName()))) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Deletes the files of the processes.
    void deleteData() throws IOException {
        delete(data);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : all.toList()) {
                Files.delete(path);
            }
        }
        Files.delete(folder);
    }
}
