package io.rocprofiler.conformance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What formatters leave alone: comments are at most 120 columns wide, indentation is blanks, no line ends in one.
public final class SourceLines {

    private static final int COLUMNS = 120;

    /// All files except test resources and lists of the public API, whose content is free, and Maven's own script.
    private static final Pattern IN_SCOPE = Pattern.compile("(?!.*src/test/(resources|api)/|mvnw$).*");
    private static final Pattern SOURCE = Pattern.compile(".*\\.(java|c|h|cc|cpp|sh|py|S|mk|inc)|Makefile.*|[a-z]+");
    private static final Pattern DOCUMENT = Pattern.compile(".*\\.(md|json|xml|js|sql)");

    /// Files whose syntax needs tabs.
    private static final Pattern WITH_TABS = Pattern.compile("(.*/)?(Makefile.*|.*\\.(mk|inc))");

    /// A line that consists of a comment: its marker and text.
    private static final Pattern COMMENT = Pattern.compile(" *(?:///|//|\\*|#) +(?<text>\\S.*)");

    private SourceLines() {}

    public static List<Path> sources() {
        return files(SOURCE);
    }

    public static List<String> wideComments() {
        List<String> wide = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = SourceTree.lines(file);
            boolean inTextBlock = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                inTextBlock ^= line.split("\"\"\"", -1).length % 2 == 0;
                if (!inTextBlock && isWide(line)) wide.add(file + ":" + (i + 1));
            }
        }
        return wide;
    }

    /// Whether a line is a comment of several words, no row of a table, and too wide.
    public static boolean isWide(String line) {
        if (line.codePointCount(0, line.length()) <= COLUMNS) return false;
        Matcher comment = COMMENT.matcher(line);
        return comment.matches()
                && comment.group("text").indexOf(' ') > 0
                && !comment.group("text").startsWith("|");
    }

    public static List<String> blanks() {
        List<String> found = new ArrayList<>();
        for (Path file : files(Pattern.compile(SOURCE + "|" + DOCUMENT))) {
            boolean tabs = WITH_TABS.matcher(file.toString()).matches();
            List<String> lines = SourceTree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (line.endsWith(" ") || line.endsWith("\t") || (!tabs && line.indexOf('\t') >= 0))
                    found.add(file + ":" + (i + 1));
            }
        }
        return found;
    }

    private static List<Path> files(Pattern names) {
        return SourceTree.files(name -> names.matcher(name).matches()).stream()
                .filter(file -> IN_SCOPE.matcher(file.toString()).matches())
                .toList();
    }
}
