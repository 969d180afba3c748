package io.rocprofiler.cli.options;

import java.util.List;

/// The syntax of an option, and its alternatives.
///
/// @param label of its value in the help
/// @param letter `-o` or empty
/// @param variable the equivalent environment variable, or empty
/// @param words the allowed values; any if empty
/// @param run whether `rocprofv3 … -- program` accepts it
/// @param convert whether `rocprofv3 convert` accepts it
public record OptionForm(
        Kind kind,
        String label,
        String letter,
        String variable,
        List<String> words,
        boolean hidden,
        boolean run,
        boolean convert) {

    enum Kind {
        /// On, off, or not given.
        FLAG,
        TEXT,
        /// One or more values, up to the next option.
        LIST
    }

    private OptionForm(Kind kind, String label) {
        this(kind, label, "", "", List.of(), false, true, false);
    }

    static OptionForm flag() {
        return new OptionForm(Kind.FLAG, "yes|no");
    }

    static OptionForm text(String label) {
        return new OptionForm(Kind.TEXT, label);
    }

    static OptionForm list(String label) {
        return new OptionForm(Kind.LIST, label);
    }

    OptionForm letter(String newLetter) {
        return new OptionForm(kind, label, newLetter, variable, words, hidden, run, convert);
    }

    OptionForm variable(String newVariable) {
        return new OptionForm(kind, label, letter, newVariable, words, hidden, run, convert);
    }

    OptionForm words(String... newWords) {
        return new OptionForm(kind, label, letter, variable, List.of(newWords), hidden, run, convert);
    }

    /// Hides the option in the help, as AMD does.
    OptionForm unlisted() {
        return new OptionForm(kind, label, letter, variable, words, true, run, convert);
    }

    /// Makes the option available in `rocprofv3 convert`, too.
    OptionForm everywhere() {
        return new OptionForm(kind, label, letter, variable, words, hidden, true, true);
    }

    /// Makes the option available in `rocprofv3 convert` only.
    OptionForm converting() {
        return new OptionForm(kind, label, letter, variable, words, hidden, false, true);
    }
}
