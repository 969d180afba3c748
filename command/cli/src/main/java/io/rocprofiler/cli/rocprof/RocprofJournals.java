package io.rocprofiler.cli.rocprof;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The journals of processes that have not written their lines themselves: they were killed, or still run. Each holds
/// all calls of its process that had returned, from which a program of the tracer tool's writes the lines.
final class RocprofJournals {

    private static final String SUFFIX = "_calls.journal";
    private static final String WARNING = "ROCtracer warning: ";

    private RocprofJournals() {}

    /// Returns the processes with a journal, as the names of their files begin: `17`, or `17.1` if the process
    /// executed another program before.
    static Set<String> processes(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .collect(Collectors.toSet());
        }
    }

    /// Writes the lines into another folder; the journals stay.
    ///
    /// @return what could not be read, a line each
    static List<String> write(Path writer, Path data, Path folder) throws IOException {
        Process process = new ProcessBuilder(writer.toString(), data.toString(), folder.toString())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        List<String> lines = new ArrayList<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.ISO_8859_1)) {
            output.lines()
                    .map(line -> line.startsWith(WARNING) ? line.substring(WARNING.length()) : line)
                    .forEach(lines::add);
        }
        if (status(process) != 0 && lines.isEmpty()) {
            lines.add(writer + " ended early: what processes left in " + data + " is not written");
        }
        return lines;
    }

    private static int status(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException _) {
                // Nothing interrupts the command.
            }
        }
    }
}
