package io.rocprofiler.cli.rocprof;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The files of each process of a `rocprof` run, and the files combined from them: `results.hip_api_trace.txt` has
/// the lines of all `<pid>_hip_api_trace.txt`.
final class RocprofFiles {

    static final String HIP_CALLS = "hip_api_trace.txt";
    static final String HSA_CALLS = "hsa_api_trace.txt";
    static final String GPU_WORK = "hcc_ops_trace.txt";
    static final String COPIES = "async_copy_trace.txt";

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
    private final Path prefix;

    /// @param data the directory with the files of the processes
    /// @param prefix the directory of the run's files, which exists, and the beginning of their names
    RocprofFiles(Path data, Path prefix) {
        this.data = data;
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
    /// @return the files that were written
    List<Path> collect() throws IOException {
        List<Path> written = new ArrayList<>();
        for (String name : NAMES) {
            List<Path> parts = parts(name);
            Path result = result(name);
            if (!parts.isEmpty()) {
                concatenate(parts, result);
                written.add(result);
            }
        }
        return written;
    }

    private List<Path> parts(String name) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.filter(path ->
                            path.getFileName().toString().matches("\\d+_" + java.util.regex.Pattern.quote(name)))
                    .sorted(Comparator.comparingLong(RocprofFiles::process))
                    .toList();
        }
    }

    private static long process(Path path) {
        String name = path.getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('_')));
    }

    private static void concatenate(List<Path> parts, Path result) throws IOException {
        try (OutputStream out = Files.newOutputStream(result)) {
            for (Path part : parts) {
                Files.copy(part, out);
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
        try (Stream<Path> all = Files.list(data)) {
            for (Path path : all.toList()) {
                Files.delete(path);
            }
        }
        Files.delete(data);
    }
}
