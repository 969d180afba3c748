package io.rocprofiler.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A process of a run that outlives the program started by the command, such as a daemon. Identified by the
/// environment it inherited from the command, whatever its current parent.
///
/// @param name as shown by the kernel
public record LiveProcess(long pid, String name) {

    private static final int NAMED = 3;

    /// @param segments the directory of the run
    /// @param proc `/proc`
    static List<LiveProcess> of(Path segments, Path proc) {
        return with(ProgramEnvironment.SEGMENTS, segments, proc);
    }

    /// Finds the processes with this variable in their environment.
    ///
    /// @param proc `/proc`
    public static List<LiveProcess> with(String variable, Path value, Path proc) {
        List<LiveProcess> found = new ArrayList<>();
        byte[] mark = ("\0" + variable + "=" + value + "\0").getBytes(StandardCharsets.UTF_8);
        String wanted = new String(mark, StandardCharsets.ISO_8859_1);
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (("\0" + text(process.resolve("environ"))).contains(wanted)) {
                    long pid = Long.parseLong(String.valueOf(process.getFileName()));
                    found.add(new LiveProcess(pid, text(process.resolve("comm")).strip()));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            return found; // unknown without /proc
        }
        found.sort(Comparator.comparingLong(LiveProcess::pid));
        return found;
    }

    /// Describes processes: `17 daemon, 18 worker and 4 more`.
    public static String describe(List<LiveProcess> processes) {
        StringBuilder text = new StringBuilder();
        for (LiveProcess process : processes.subList(0, Math.min(NAMED, processes.size()))) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(process.pid())
                    .append(' ')
                    .append(process.name());
        }
        int more = processes.size() - NAMED;
        return more > 0 ? text + " and " + more + " more" : text.toString();
    }

    /// Returns the file's text, empty if it is unreadable or the process has ended.
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
