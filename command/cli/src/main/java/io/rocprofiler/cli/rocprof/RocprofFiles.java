package io.rocprofiler.cli.rocprof;

import io.rocprofiler.cli.journal.Journals;
import io.rocprofiler.cli.journal.TextFile;
import io.rocprofiler.cli.journal.TextFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The files of a `rocprof` run, made of the journals of its processes: `results.hip_api_trace.txt` has the lines of
/// all of them.
final class RocprofFiles {

    private final Path data;
    private final Path prefix;

    /// @param data the directory with the journals of the processes
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

    /// Writes the lines of all processes.
    ///
    /// @return the files that were written, and what is missing in them
    Collected collect() throws IOException {
        Journals journals = new Journals(data);
        List<Path> written = new ArrayList<>();
        try (TextFiles files = new TextFiles(file -> result(file.fileName()))) {
            journals.writeTogether(files);
            written.addAll(files.written());
        }
        written.addAll(journals.writeStatistics(this::result));
        return new Collected(written, journals.missing());
    }

    /// @param files modifiable
    /// @param missing a line each
    record Collected(List<Path> files, List<String> missing) {

        boolean whole() {
            return missing.isEmpty();
        }
    }

    /// Deletes the files of an earlier run that this one does not have.
    ///
    /// @param prefix of the run's files, which have their names
    static void deleteOthers(Path prefix, List<Path> written) throws IOException {
        Set<String> kept = new HashSet<>();
        written.forEach(file -> kept.add(String.valueOf(file.getFileName())));
        List<String> names = new ArrayList<>(RocprofStatistics.NAMES);
        names.addAll(Journals.statistics());
        Stream.of(TextFile.values()).map(TextFile::fileName).forEach(names::add);
        for (String name : names) {
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
