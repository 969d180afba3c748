package io.rocprofiler.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What code and documents cite: a file of AMD's with its release, a published standard or a decision in `docs/adr`.
/// Notes outside the repository are not a source.
public final class Citations {

    /// Words with a number after them that referred to notes outside this repository, and a sign that only
    /// they used.
    private static final Pattern GHOST = Pattern.compile(
            "(?i)\\bcontracts?:? +(section|chapter|table)?s? *\\d|\\(contract\\b|\\bdesign +[a-z]?\\d|\\bhabits? +\\d"
                    + "|\\bissues? +#?\\d|\\w\\.md +\\d|§");

    /// One of these is in every ghost; plain words are found faster.
    private static final List<String> WORDS = List.of("contract", "design", "habit", "issue", ".md ", "§");

    private static final Pattern TEXT =
            Pattern.compile(".*\\.(java|c|h|cc|cpp|S|sh|py|md|xml|json|js|sql|tsv|proto|mk|inc|supp)"
                    + "|Makefile|[a-z]+|\\.gitignore|module-info\\.java");
    private static final Pattern DECISION = Pattern.compile("\\bADR (\\d{4})\\b|\\badr/(\\d{4})-");

    private Citations() {}

    public static boolean isGhost(String line) {
        String words = line.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(words::contains) && GHOST.matcher(line).find();
    }

    public static List<String> ghosts() {
        List<String> ghosts = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = SourceTree.lines(file);
            for (int i = 0; i < lines.size(); i++)
                if (isGhost(lines.get(i)))
                    ghosts.add(file + ":" + (i + 1) + ": " + lines.get(i).strip());
        }
        return ghosts;
    }

    public static List<String> missingDecisions() {
        List<String> missing = new ArrayList<>();
        for (Path file : sources())
            for (String line : SourceTree.lines(file))
                if (line.contains("ADR") || line.contains("adr/"))
                    DECISION.matcher(line)
                            .results()
                            .map(Citations::number)
                            .filter(number -> !decided(number))
                            .forEach(number -> missing.add(file + ": ADR " + number));
        return missing;
    }

    public static List<Path> sources() {
        return SourceTree.files(name -> TEXT.matcher(name).matches()).stream()
                .filter(file -> !file.toString().matches(".*/Citations(Test)?\\.java"))
                .filter(file -> !file.toString().contains("/src/test/resources/"))
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
