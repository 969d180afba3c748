package io.rocprofiler.trace;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Everything that one run left: a process per directory, in the order in which they began.
public final class Run implements AutoCloseable {

    private final List<ProcessTrace> processes;

    private Run(List<ProcessTrace> processes) {
        this.processes = processes;
    }

    /// Opens a directory of process directories, or one process directory.
    ///
    /// @throws IOException if `directory` cannot be listed; damage inside is a [Problem] of its process
    public static Run open(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        List<ProcessTrace> processes = new ArrayList<>();
        if (isProcess(directory)) {
            processes.add(ProcessTrace.open(directory));
        } else {
            for (Path entry : processDirectories(directory)) {
                processes.add(ProcessTrace.open(entry));
            }
        }
        processes.sort(Comparator.comparingLong(ProcessTrace::startNanos).thenComparingLong(ProcessTrace::pid));
        return new Run(List.copyOf(processes));
    }

    private static List<Path> processDirectories(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Run::isProcess)) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static boolean isProcess(Path directory) {
        return Files.exists(directory.resolve(ProcessTrace.SEGMENT_FILE))
                || Files.exists(directory.resolve(ProcessProperties.FILE_NAME));
    }

    public List<ProcessTrace> processes() {
        return processes;
    }

    public List<Problem> problems() {
        List<Problem> all = new ArrayList<>();
        for (ProcessTrace process : processes) {
            all.addAll(process.problems());
        }
        return all;
    }

    @Override
    public void close() {
        processes.forEach(ProcessTrace::close);
    }
}
