package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Comments are wrapped at 120 columns, and no line of a paragraph holds one word only. The formatters do not
/// rewrap comments, so this test finds the effects of renamed classes and changed indentation.
final class CommentLinesTest {

    private static final int COLUMNS = 120;

    /// All hand-written files except test resources, whose content is free.
    private static final Pattern IN_SCOPE =
            Pattern.compile("(command|dist|examples|lab|runtime|spec)/(?!.*src/test/resources/).*");
    private static final Pattern SOURCE = Pattern.compile(".*\\.(java|c|h|cc|cpp|sh|py|S|mk|inc)|Makefile.*|[a-z]+");

    /// A line that consists of a comment: its column, marker, indentation, and text.
    private static final Pattern COMMENT =
            Pattern.compile("(?<column> *)(?<mark>///|//|\\*|#)(?<indent> +)(?<text>\\S.*)");

    /// Text that starts its own block: a list, a table, a tag, a heading, a fence, a rule, HTML.
    private static final Pattern STRUCTURE = Pattern.compile("([-*+#|@<`─━]|\\d+\\.).*");

    @Test
    void no_line_of_a_wrapped_comment_holds_one_word_only() {
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThan(500);
        assertThat(files.stream().flatMap(file -> widows(file.toString(), SourceTree.lines(file)).stream()))
                .as("rewrap these paragraphs")
                .isEmpty();
    }

    @Test
    void no_comment_is_wider_than_120_columns() {
        List<String> wide = new ArrayList<>();
        for (Path file : files()) {
            List<String> lines = SourceTree.lines(file);
            boolean inTextBlock = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                inTextBlock ^= line.split("\"\"\"", -1).length % 2 == 0;
                if (!inTextBlock && line.codePointCount(0, line.length()) > COLUMNS && isProse(line)) {
                    wide.add(file + ":" + (i + 1));
                }
            }
        }
        assertThat(wide).as("rewrap these comments").isEmpty();
    }

    @Test
    void a_line_of_one_word_is_found_at_the_end_of_a_paragraph_and_within_it() {
        assertThat(widows("F", List.of("/// Hands over what lies", "/// there.")))
                .containsExactly("F:2: /// there.");
        assertThat(widows("F", List.of("    // Of the", "    // inner", "    // ones that")))
                .containsExactly("F:2: // inner");
        assertThat(widows("F", List.of("/// @param size of what is", "///     returned")))
                .containsExactly("F:2: ///     returned");
    }

    @Test
    void a_paragraph_a_list_and_a_fence_may_have_one_word() {
        assertThat(widows("F", List.of("/// One.", "///", "/// Two.", "code();", "/// Three.")))
                .isEmpty();
        assertThat(widows("F", List.of("/// Either of", "/// - one", "/// - two")))
                .isEmpty();
        assertThat(widows("F", List.of("/// As in", "/// ```", "/// call()", "/// ```")))
                .isEmpty();
    }

    private static List<Path> files() {
        return SourceTree.files(name -> SOURCE.matcher(name).matches()).stream()
                .filter(file -> IN_SCOPE.matcher(file.toString()).matches())
                .toList();
    }

    private static List<String> widows(String file, List<String> lines) {
        List<String> widows = new ArrayList<>();
        boolean fenced = false;
        for (int i = 0; i < lines.size(); i++) {
            Matcher line = COMMENT.matcher(lines.get(i));
            if (!line.matches()) {
                fenced &= lines.get(i).strip().matches("///?|\\*|#");
                continue;
            }
            String text = line.group("text");
            fenced ^= text.startsWith("```");
            if (!fenced && i > 0 && text.indexOf(' ') < 0 && continues(lines.get(i - 1), line)) {
                widows.add(file + ":" + (i + 1) + ": " + lines.get(i).strip());
            }
        }
        return widows;
    }

    /// Whether a line continues the preceding line's paragraph; continuations of lists and tags are
    /// indented further.
    private static boolean continues(String before, Matcher line) {
        Matcher previous = COMMENT.matcher(before);
        if (STRUCTURE.matcher(line.group("text")).matches()
                || !previous.matches()
                || !previous.group("column").equals(line.group("column"))
                || !previous.group("mark").equals(line.group("mark"))) {
            return false;
        }
        boolean item = STRUCTURE.matcher(previous.group("text")).matches();
        int deeper = line.group("indent").length() - previous.group("indent").length();
        return item ? deeper > 0 && !previous.group("text").startsWith("|") : deeper == 0;
    }

    private static boolean isProse(String line) {
        Matcher comment = COMMENT.matcher(line);
        return comment.matches()
                && comment.group("text").indexOf(' ') > 0
                && !comment.group("text").startsWith("|");
    }
}
