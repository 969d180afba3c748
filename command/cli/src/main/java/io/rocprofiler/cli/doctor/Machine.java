package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What the checks read of this machine.
///
/// @param root `/`, or a folder that stands in for it
/// @param environment the variables of the command
record Machine(Path root, Map<String, String> environment) {

    Path at(String absolute) {
        return root.resolve(absolute.substring(1));
    }

    /// Returns a path as the machine names it.
    String name(Path path) {
        return "/" + root.relativize(path);
    }

    boolean has(String absolute) {
        return Files.exists(at(absolute));
    }

    /// Whether this is the machine that the command runs on: what is found can be tried.
    boolean isReal() {
        return root.equals(Path.of("/"));
    }

    boolean isContainer() {
        return has("/.dockerenv") || has("/run/.containerenv");
    }

    /// Returns a small file's text without blanks around it; empty if it cannot be read.
    String text(String absolute) {
        return text(at(absolute));
    }

    static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException _) {
            return "";
        }
    }

    /// Returns what follows the name in the first line that starts with it; empty without one.
    static String field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse("");
    }

    /// Returns the entries of a folder whose names match, sorted; none if it cannot be read.
    List<Path> entries(String folder, String pattern) {
        return entries(at(folder), pattern);
    }

    static List<Path> entries(Path folder, String pattern) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> String.valueOf(entry.getFileName()).matches(pattern))
                    .sorted()
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    String variable(String name) {
        return environment.getOrDefault(name, "");
    }
}
