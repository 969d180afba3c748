package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.file.Reading;
import io.rocprofiler.trace.problem.Problem;
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
import java.util.function.Predicate;

/// The data of one run: one directory per process, in the order of their start.
public final class Run implements AutoCloseable {

    private static final String RUN_SUFFIX = ".segments";

    private final List<ProcessTrace> processes;

    private Run(List<ProcessTrace> processes) {
        this.processes = processes;
    }

    /// Opens a directory of process directories, one process directory, or a directory with several runs, such as
    /// the ranks of a parallel program create when each is started by its own command.
    ///
    /// @throws IOException if `directory` cannot be listed; damage inside is reported as a [Problem] of its process
    public static Run open(Path directory) throws IOException {
        return open(directory, Path.of(System.getProperty("java.io.tmpdir")), Reading.SILENT);
    }

    /// Opens a directory as [#open(Path)] does.
    ///
    /// @param temporary where raw segments are sorted and packed
    public static Run open(Path directory, Path temporary, Reading reading) throws IOException {
        return open(directory, process -> ProcessTrace.open(process, temporary, false, reading));
    }

    /// Opens a run and packs its raw segments permanently: they take a tenth of the space then, and open at once.
    ///
    /// @param temporary where raw segments are sorted
    /// @param ended whether the process of a directory will write nothing more, asked before the records are read;
    ///     a process that may write more, or that has problems, stays unpacked
    /// @throws IOException if `directory` cannot be listed
    public static Run pack(Path directory, Path temporary, Predicate<Path> ended, Reading reading) throws IOException {
        return open(directory, entry -> {
            boolean complete = ended.test(entry);
            ProcessTrace process = ProcessTrace.open(entry, temporary, complete, reading);
            try {
                process.settle(process.problems().isEmpty() && complete);
            } catch (IOException _) {
                // No space or no permission for the packed file: the raw segment stays.
            }
            return process;
        });
    }

    @FunctionalInterface
    private interface Opener {
        ProcessTrace open(Path directory) throws IOException;
    }

    private static Run open(Path directory, Opener opener) throws IOException {
        List<ProcessTrace> processes = new ArrayList<>();
        for (Path entry : directories(directory)) {
            processes.add(opener.open(entry));
        }
        processes.sort(Comparator.comparingLong(ProcessTrace::startNanos).thenComparingLong(ProcessTrace::pid));
        return new Run(List.copyOf(processes));
    }

    /// Returns the process directories of a directory that [#open(Path)] takes.
    ///
    /// @throws IOException if it cannot be listed
    public static List<Path> directories(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        return isProcess(directory) ? List.of(directory) : processDirectories(directory);
    }

    private static List<Path> processDirectories(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Files::isDirectory)) {
            for (Path entry : entries) {
                if (isBeingMade(entry)) continue;
                if (isProcess(entry)) {
                    found.add(entry);
                } else if (entry.toString().endsWith(RUN_SUFFIX)) {
                    found.addAll(processDirectories(entry));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    /// Whether a child of `fork` is still filling the directory, which gets its final name afterwards.
    private static boolean isBeingMade(Path directory) {
        return String.valueOf(directory.getFileName()).startsWith(".");
    }

    private static boolean isProcess(Path directory) {
        return Files.exists(directory.resolve(SegmentConstants.SEGMENT_FILE))
                || Files.exists(directory.resolve(ProcessTrace.PACK_FILE))
                || Files.exists(directory.resolve(SegmentConstants.PROPERTIES_FILE));
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
