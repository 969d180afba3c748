package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// C is formatted by clang-format, with the rules in `.clang-format`, as Java is by Spotless.
public final class ClangFormat {

    /// Versions differ in details, so one of them is authoritative.
    private static final int VERSION = 14;

    public static final String PACKAGE = "clang-format-" + VERSION;

    private static final Pattern SCOPE =
            Pattern.compile("(command/(launch|rocpd)|lab|runtime/native)/.*\\.(c|cc|cpp|h)");

    private ClangFormat() {}

    public static boolean isHere() {
        return formatter().isPresent();
    }

    public static List<Path> files() {
        return SourceTree.files(name -> true).stream()
                .filter(file -> SCOPE.matcher(file.toString()).matches())
                .toList();
    }

    /// Returns what clang-format says of files that it would change; nothing where it is not installed.
    public static List<String> problems() {
        Optional<String> formatter = formatter();
        if (formatter.isEmpty()) return List.of();
        List<String> command = new ArrayList<>(List.of(formatter.get(), "--dry-run", "--Werror", "--style=file"));
        for (Path file : files()) command.add(file.toString());
        try {
            return output(command)
                    .lines()
                    .filter(line -> line.contains("error:"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> formatter() {
        return Stream.of(PACKAGE, "clang-format")
                .filter(ClangFormat::isOfTheVersion)
                .findFirst();
    }

    private static boolean isOfTheVersion(String formatter) {
        try {
            return output(List.of(formatter, "--version")).contains("version " + VERSION + ".");
        } catch (IOException notInstalled) {
            return false;
        }
    }

    private static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(SourceTree.ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
