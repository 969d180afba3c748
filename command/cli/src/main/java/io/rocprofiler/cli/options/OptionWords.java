package io.rocprofiler.cli.options;

import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;

/// Tells options from values as AMD's command does, which leaves it to Python's `argparse`: of several occurrences of
/// an option the last one counts; a word that looks like an option is never a value, so that a misspelt option is not
/// lost in the list before it; a letter's value may follow it without a blank.
///
/// A list of which each occurrence counts is one word for each, its values separated by [#WITHIN].
///
/// One thing is different: of the words after a flag only yes and no belong to it. Any other one is the program, whose
/// `--` is missing.
final class OptionWords {

    private static final String SEPARATOR = "--";

    /// Separates the values of one occurrence; no word of a command line has it.
    static final String WITHIN = "\0";

    private static final Pattern NEGATIVE = Pattern.compile("-\\d+|-\\d*\\.\\d+");

    private final CommandLine parser;
    private final Map<OptionSpec, List<List<String>>> options = new LinkedHashMap<>(); // each occurrence that counts
    private final List<String> unknown = new ArrayList<>();
    private final List<String> positionals = new ArrayList<>();

    private @Nullable OptionSpec current;
    private List<String> values = List.of();
    private boolean attached; // the value is in the option's own word, and the only one

    private OptionWords(CommandLine parser) {
        this.parser = parser;
    }

    /// Returns the words with each option once, and each value joined to its option: `--output-format=csv`.
    ///
    /// @throws MissingParameterException if an option lacks its value
    static List<String> joined(CommandLine parser, List<String> words) {
        OptionWords reader = new OptionWords(parser);
        reader.read(words);
        return reader.joined();
    }

    private void read(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals(SEPARATOR)) {
                positionals.addAll(words.subList(i + 1, words.size()));
                break;
            } else if (looksLikeOption(word)) {
                option(word);
            } else if (takes(word)) {
                values.add(word);
            } else if (parser.isStopAtPositional()) {
                positionals.addAll(words.subList(i, words.size()));
                break;
            } else {
                positionals.add(word);
            }
        }
        complete();
    }

    private boolean looksLikeOption(String word) {
        return word.length() > 1
                && word.startsWith("-")
                && (split(word).size() > 1
                        || find(word) != null
                        || (!NEGATIVE.matcher(word).matches() && word.indexOf(' ') < 0));
    }

    private boolean takes(String word) {
        if (current == null || attached || values.size() >= current.arity().max()) {
            return false;
        }
        return current.arity().min() > 0 || current.arity().max() > 1 || YesNo.parse(word) != null;
    }

    private void option(String word) {
        complete();
        List<String> parts = split(word);
        current = find(parts.getFirst());
        values = new ArrayList<>(parts.subList(1, parts.size()));
        attached = !values.isEmpty();
        if (current == null) {
            unknown.add(word);
        } else {
            List<List<String>> before = options.remove(current); // becomes the last one
            List<List<String>> all = before == null || !isGroups(current) ? new ArrayList<>() : before;
            all.add(values);
            options.put(current, all);
        }
    }

    /// Refuses an option without a value.
    private void complete() {
        if (current != null && values.size() < current.arity().min()) {
            throw new MissingParameterException(
                    parser,
                    current,
                    "Missing required parameter for option '%s' (%s)"
                            .formatted(current.longestName(), current.paramLabel()));
        }
    }

    /// Returns an option and the value in the same word, or the whole word.
    private List<String> split(String word) {
        int equals = word.indexOf('=');
        if (find(word) == null && equals > 0 && find(word.substring(0, equals)) != null) {
            return List.of(word.substring(0, equals), word.substring(equals + 1));
        }
        boolean letter = find(word) == null && word.length() > 2 && find(word.substring(0, 2)) != null;
        return letter ? List.of(word.substring(0, 2), word.substring(2)) : List.of(word);
    }

    private static boolean isGroups(OptionSpec option) {
        return option.userObject() == Kind.GROUPS;
    }

    private @Nullable OptionSpec find(String name) {
        return parser.getCommandSpec().findOption(name);
    }

    private List<String> joined() {
        List<String> words = new ArrayList<>(unknown);
        options.forEach((option, occurrences) -> {
            List<String> said = isGroups(option)
                    ? occurrences.stream()
                            .map(group -> String.join(WITHIN, group))
                            .toList()
                    : occurrences.getFirst();
            if (said.isEmpty()) {
                words.add(option.longestName());
            }
            said.forEach(value -> words.add(option.longestName() + "=" + value));
        });
        words.add(SEPARATOR);
        words.addAll(positionals);
        return words;
    }
}
