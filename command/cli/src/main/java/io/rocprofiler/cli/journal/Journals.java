package io.rocprofiler.cli.journal;

import io.rocprofiler.abi.internal.JournalConstants;
import io.rocprofiler.cli.options.CxxNames;
import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The journals in a folder, whose processes have ended or still run. They stay as they are.
public final class Journals {

    private final Path folder;
    private final KernelText kernels = new KernelText(new CxxNames());
    private final List<String> missing = new ArrayList<>();

    public Journals(Path folder) {
        this.folder = folder;
    }

    /// The names of the statistics' tables.
    public static List<String> statistics() {
        return Stream.of(HipStatistics.Table.values())
                .map(table -> table.fileName)
                .toList();
    }

    /// What could not be read so far, a line each.
    public List<String> missing() {
        return missing;
    }

    /// Writes the lines of all processes into the same files, by process.
    ///
    /// @throws IOException if they cannot be written
    public void writeTogether(TextFiles files) throws IOException {
        for (List<JournalFile> process : processes()) {
            write(process, files);
        }
    }

    /// Writes the lines of each process into files of its own, beside its journal: `17_hip_api_trace.txt`.
    ///
    /// @return the files
    /// @throws IOException if they cannot be written
    public List<Path> writeApart() throws IOException {
        List<Path> written = new ArrayList<>();
        for (List<JournalFile> process : processes()) {
            String prefix = process.getFirst().prefix() + "_";
            try (TextFiles files = new TextFiles(file -> folder.resolve(prefix + file.fileName()))) {
                write(process, files);
                written.addAll(files.written());
            }
        }
        return written;
    }

    /// Writes the tables of HIP's statistics, of all processes that have some together.
    ///
    /// @param paths of the names that the tables have
    /// @return the files
    /// @throws IOException if they cannot be written
    public List<Path> writeStatistics(Function<String, Path> paths) throws IOException {
        HipStatistics statistics = new HipStatistics(kernels);
        for (JournalFile file : JournalFile.in(folder, JournalConstants.JOURNAL_STATISTICS)) {
            read(List.of(file), journals -> journals.getFirst().read(Journal.Part.EVENTS, statistics::read));
        }
        return statistics.write(paths);
    }

    /// Returns the files of each process's journal.
    private Iterable<List<JournalFile>> processes() throws IOException {
        Map<String, List<JournalFile>> processes = new LinkedHashMap<>();
        for (JournalFile file : JournalFile.in(folder, JournalConstants.JOURNAL_CALLS)) {
            processes.computeIfAbsent(file.prefix(), _ -> new ArrayList<>()).add(file);
        }
        return processes.values();
    }

    private void write(List<JournalFile> process, TextFiles files) throws IOException {
        read(process, journals -> new ProcessText(journals, files, kernels).write());
    }

    /// Reads journals.
    @FunctionalInterface
    private interface Work {
        /// @return false when one is damaged
        boolean on(List<Journal> journals) throws IOException;
    }

    private @Nullable Journal open(Path path) {
        try {
            Journal journal = Journal.open(path);
            if (journal.isKnown()) {
                return journal;
            }
            journal.close();
            missing.add(path + " is no journal of this version of the tracer tool");
        } catch (IOException e) {
            missing.add("cannot read " + path + ": " + IoErrorText.of(e));
        }
        return null;
    }

    private void read(List<JournalFile> files, Work work) throws IOException {
        List<Journal> journals = new ArrayList<>();
        try {
            for (JournalFile file : files) {
                Journal journal = open(file.path());
                if (journal != null) {
                    journals.add(journal);
                }
            }
            if (!journals.isEmpty() && !work.on(journals)) {
                missing.add(files.getFirst().path() + " is damaged: some of its calls are missing");
            }
        } finally {
            journals.forEach(Journal::close);
        }
    }
}
