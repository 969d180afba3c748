package io.rocprofiler.trace;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.trace.segment.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Whether and how a traced process ended, as far as its files and this machine's kernel show.
public enum Ending {

    /// The exit handlers ran and closed the segment.
    FINISHED,

    /// The process ended without exit handlers: by a signal, by `_exit`, or by executing a program that is
    /// not traced.
    UNFINISHED,

    /// The process executed another program, which is the run's next process with the same process id.
    REPLACED,

    /// The process exists and may record more.
    RUNNING,

    /// The process did not finish and belongs to another machine, or to a container whose processes are not
    /// visible here.
    ELSEWHERE;

    /// Returns the ending of a single process; cannot tell [#REPLACED] from [#UNFINISHED].
    public static Ending of(ProcessTrace process) {
        return of(process, List.of(), Path.of("/proc"));
    }

    /// Returns the ending of one process of a run.
    public static Ending of(ProcessTrace process, List<ProcessTrace> run) {
        return of(process, run, Path.of("/proc"));
    }

    /// @param proc `/proc`
    static Ending of(ProcessTrace process, List<ProcessTrace> run, Path proc) {
        if (process.closedCleanly()) {
            return FINISHED;
        }
        if (run.stream().anyMatch(other -> replaces(other, process))) {
            return REPLACED;
        }
        Path segment = process.directory().resolve(SegmentConstants.SEGMENT_FILE);
        if (!Files.exists(segment)) {
            return UNFINISHED; // packed, which happens only after a process has ended
        }
        if (!seenFromHere(process.properties(), proc)) {
            return ELSEWHERE;
        }
        return maps(proc.resolve(Long.toString(process.pid())), segment) ? RUNNING : UNFINISHED;
    }

    /// Whether a process will write nothing more into its directory. Call this before reading the records: the
    /// reader would miss what the process writes between the two.
    public static boolean hasEnded(Path directory) {
        return hasEnded(directory, Path.of("/proc"));
    }

    /// @param proc `/proc`
    static boolean hasEnded(Path directory, Path proc) {
        Path segment = directory.resolve(SegmentConstants.SEGMENT_FILE);
        ProcessProperties properties =
                ProcessProperties.read(directory.resolve(SegmentConstants.PROPERTIES_FILE), 0, new ArrayList<>());
        long pid = properties.number("pid", 0);
        // Threads that outlive the exit handlers may briefly continue to write to a closed segment.
        boolean visible = pid > 0 && seenFromHere(properties, proc);
        return visible ? !maps(proc.resolve(Long.toString(pid)), segment) : isClosed(segment);
    }

    /// Whether a process ran on this machine, and the machine has not been started again since. Missing
    /// properties count as equal.
    public static boolean ranHere(Path directory) {
        return ranHere(directory, Path.of("/proc"));
    }

    /// @param proc `/proc`
    static boolean ranHere(Path directory, Path proc) {
        Path file = directory.resolve(SegmentConstants.PROPERTIES_FILE);
        String boot = read(proc.resolve("sys/kernel/random/boot_id"));
        return ProcessProperties.read(file, 0, new ArrayList<>())
                .get("boot_id", boot)
                .equals(boot);
    }

    private static boolean isClosed(Path segment) {
        try (Segment raw = Segment.open(segment, new ArrayList<>())) {
            return raw.head().closedCleanly();
        } catch (IOException _) {
            return false;
        }
    }

    /// The name used in the manifest.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether `other` is the program that `process` executed: `exec` keeps the process id and the start time.
    private static boolean replaces(ProcessTrace other, ProcessTrace process) {
        return other.pid() == process.pid()
                && other.startNanos() > process.startNanos()
                && same("start_ticks", other, process)
                && same("boot_id", other, process)
                && same("pid_namespace", other, process);
    }

    private static boolean same(String key, ProcessTrace one, ProcessTrace other) {
        String value = one.properties().get(key, "");
        return !value.isEmpty() && value.equals(other.properties().get(key, ""));
    }

    /// Whether process ids of the traced process are valid here. Missing properties count as equal.
    private static boolean seenFromHere(ProcessProperties properties, Path proc) {
        String boot = read(proc.resolve("sys/kernel/random/boot_id"));
        String host = read(proc.resolve("sys/kernel/hostname"));
        boolean sameBoot = properties.get("boot_id", boot).equals(boot);
        boolean sameHost = properties.get("hostname", host).equals(host);
        if (!sameBoot) {
            return sameHost; // after a reboot no process of the run is left
        }
        String namespace = link(proc.resolve("self/ns/pid"));
        return properties.get("pid_namespace", namespace).equals(namespace);
    }

    /// Whether the process has the file mapped. Compares inode numbers, because the directory may have
    /// been renamed.
    private static boolean maps(Path process, Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            String inode = " " + Files.getAttribute(file, "unix:ino") + " ";
            return Files.readString(process.resolve("maps"), StandardCharsets.ISO_8859_1)
                    .lines()
                    .anyMatch(line -> line.contains(inode) && line.contains("/" + name));
        } catch (IOException | UnsupportedOperationException _) {
            return false; // the process has ended or belongs to another user
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException | UnsupportedOperationException _) {
            return "";
        }
    }
}
