package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// C is formatted by clang-format, with the rules in `.clang-format`, as Java is by Spotless.
final class FormatTest {

    /// Versions differ in details, so one of them is authoritative.
    private static final int VERSION = 14;

    private static final Pattern SCOPE = Pattern.compile("(command/launch|lab|runtime/native)/.*\\.(c|cc|cpp|h)");

    @Test
    void c_is_laid_out_as_clang_format_does_it() throws IOException {
        Optional<String> formatter = Stream.of("clang-format-" + VERSION, "clang-format")
                .filter(FormatTest::isOfTheVersion)
                .findFirst();
        assumeTrue(formatter.isPresent(), "clang-format " + VERSION + " is not here; install clang-format-" + VERSION);
        List<String> command = new ArrayList<>(List.of(formatter.get(), "--dry-run", "--Werror", "--style=file"));
        List<Path> files = SourceTree.files(name -> true).stream()
                .filter(file -> SCOPE.matcher(file.toString()).matches())
                .toList();
        assertThat(files).hasSizeGreaterThan(500);
        for (Path file : files) command.add(file.toString());
        assertThat(output(command)).as("clang-format -i these").isEmpty();
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
