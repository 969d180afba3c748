package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every source that code and documents cite is accessible to readers: a file of AMD's with its release, a
/// published standard or a decision in `docs/adr`. Notes outside the repository are not a source.
final class CitationsTest {

    /// Words with a number after them that referred to notes outside this repository, and a sign that only
    /// they used.
    private static final Pattern GHOST = Pattern.compile(
            "(?i)\\bcontracts?:? +(section|chapter|table)?s? *\\d|\\(contract\\b|\\bdesign +[a-z]?\\d|\\bhabits? +\\d"
                    + "|\\bissues? +#?\\d|\\b[\\w-]+\\.md +\\d|§");

    private static final Pattern TEXT =
            Pattern.compile(".*\\.(java|c|h|cc|cpp|S|sh|py|md|xml|json|js|sql|proto|mk|inc|supp)"
                    + "|Makefile|[a-z]+|\\.gitignore|module-info\\.java");
    private static final Pattern DECISION = Pattern.compile("\\bADR (\\d{4})\\b|\\badr/(\\d{4})-");

    @Test
    void nothing_cites_a_document_that_is_not_here() {
        List<Path> files = sources();
        assertThat(files).hasSizeGreaterThan(1000);
        assertThat(files.stream().flatMap(file -> ghosts(file).stream())).isEmpty();
    }

    @Test
    void every_decision_that_is_cited_has_its_page() {
        List<String> missing = new ArrayList<>();
        for (Path file : sources()) {
            for (String line : SourceTree.lines(file)) {
                DECISION.matcher(line)
                        .results()
                        .map(CitationsTest::number)
                        .filter(number -> !decided(number))
                        .forEach(number -> missing.add(file + ": ADR " + number));
            }
        }
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "as contract 6.5 says",
                "(contract section 3.1.2)",
                "(contract: sdk.md 1.2)",
                "contract sections 1.7, 2",
                "design D5",
                "habit 12",
                "see issue 4",
                "issue #7",
                "(§6.9)",
                "roctracer.md 4"
            })
    void a_citation_of_notes_outside_the_repository_is_found(String line) {
        assertThat(GHOST.matcher(line).find()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SQLite's \"Database File Format\", section 1.6",
                "`agent.cpp` of rocprofiler-sdk 1.0.0",
                "the contract of hashCode",
                "ADR 0003",
                "what it designs"
            })
    void a_citation_that_readers_can_follow_is_not_found(String line) {
        assertThat(GHOST.matcher(line).find()).isFalse();
    }

    private static List<Path> sources() {
        return SourceTree.files(name -> TEXT.matcher(name).matches()).stream()
                .filter(file -> !file.endsWith("CitationsTest.java"))
                .filter(file -> !file.toString().contains("/src/test/resources/"))
                .toList();
    }

    private static List<String> ghosts(Path file) {
        List<String> lines = SourceTree.lines(file);
        return Stream.iterate(0, i -> i < lines.size(), i -> i + 1)
                .filter(i -> GHOST.matcher(lines.get(i)).find())
                .map(i -> file + ":" + (i + 1) + ": " + lines.get(i).strip())
                .toList();
    }

    private static String number(MatchResult decision) {
        return decision.group(1) != null ? decision.group(1) : decision.group(2);
    }

    private static boolean decided(String number) {
        String[] pages =
                SourceTree.ROOT.resolve("docs/adr").toFile().list((folder, name) -> name.startsWith(number + "-"));
        return pages != null && pages.length == 1;
    }
}
