package io.rocprofiler.trace;

import io.rocprofiler.abi.SegmentConstants;
import io.rocprofiler.trace.segment.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Whether a traced process has ended, and how, as far as what it left and this machine's kernel can tell.
public enum Ending {

    /// Its exit handlers ran: the segment was closed.
    FINISHED,

    /// Without exit handlers: by a signal, by `_exit`, or because it executed a program that is not traced.
    UNFINISHED,

    /// It executed another program in its place, which is the run's next process of the same number.
    REPLACED,

    /// It is there and may record more.
    RUNNING,

    /// It did not finish and belongs to another machine, or to a container whose processes cannot be seen from here.
    ELSEWHERE;

    /// Of a process by itself, for which [#REPLACED] looks like [#UNFINISHED].
    public static Ending of(ProcessTrace process) {
        return of(process, List.of(), Path.of("/proc"));
    }

    /// Of one of the processes of a run.
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
            return UNFINISHED; // packed, which is done when a process has ended
        }
        if (!seenFromHere(process.properties(), proc)) {
            return ELSEWHERE;
        }
        return maps(proc.resolve(Long.toString(process.pid())), segment) ? RUNNING : UNFINISHED;
    }

    /// Whether a process will write nothing more into its directory. To be asked before its records are read: what it
    /// wrote between the two would be missed.
    public static boolean hasEnded(Path directory) {
        return hasEnded(directory, Path.of("/proc"));
    }

    /// @param proc `/proc`
    static boolean hasEnded(Path directory, Path proc) {
        Path segment = directory.resolve(SegmentConstants.SEGMENT_FILE);
        ProcessProperties properties =
                ProcessProperties.read(directory.resolve(SegmentConstants.PROPERTIES_FILE), 0, new ArrayList<>());
        long pid = properties.number("pid", 0);
        // A closed segment is still written by threads that outlive the exit handlers, if only for a moment.
        boolean visible = pid > 0 && seenFromHere(properties, proc);
        return visible ? !maps(proc.resolve(Long.toString(pid)), segment) : isClosed(segment);
    }

    private static boolean isClosed(Path segment) {
        try (Segment raw = Segment.open(segment, new ArrayList<>())) {
            return raw.head().closedCleanly();
        } catch (IOException _) {
            return false;
        }
    }

    /// What the manifest calls it.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// A program that executes another keeps its number and the moment at which it began.
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

    /// Whether a process number means the same here as it did there. Where nothing is known, it is taken for ours.
    private static boolean seenFromHere(ProcessProperties properties, Path proc) {
        String boot = read(proc.resolve("sys/kernel/random/boot_id"));
        String host = read(proc.resolve("sys/kernel/hostname"));
        boolean sameBoot = properties.get("boot_id", boot).equals(boot);
        boolean sameHost = properties.get("hostname", host).equals(host);
        if (!sameBoot) {
            return sameHost; // the machine was started again: nothing of before is left
        }
        String namespace = link(proc.resolve("self/ns/pid"));
        return properties.get("pid_namespace", namespace).equals(namespace);
    }

    /// Whether the process has that file in its memory: by the file's number, whatever its name is by now.
    private static boolean maps(Path process, Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            String inode = " " + Files.getAttribute(file, "unix:ino") + " ";
            return Files.readString(process.resolve("maps"), StandardCharsets.ISO_8859_1)
                    .lines()
                    .anyMatch(line -> line.contains(inode) && line.contains("/" + name));
        } catch (IOException | UnsupportedOperationException _) {
            return false; // it has gone, or is another user's by now
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
