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

    /// Returns a small file's text without blanks around it; empty if it cannot be read.
    String text(String absolute) {
        try {
            return Files.readString(at(absolute)).strip();
        } catch (IOException _) {
            return "";
        }
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
